'use strict';
(function () {
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
  const one = (id) => document.getElementById(id);
  all('[data-js]').forEach((element) => { element.hidden = false; });

  // Dark or light: first the system's choice, then the reader's.
  one('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
  one('print').addEventListener('click', () => print());

  function button(text, name, action) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.setAttribute('aria-label', name);
    made.addEventListener('click', action);
    return made;
  }

  // Figures of a table, as it is shown: without the rows that the filter hides.
  function figures(table) {
    const heads = all('thead th', table).map((head) => head.textContent);
    const rows = all('tbody tr:not([hidden])', table).map((row) =>
      all('td', row).map((field) => field.textContent));
    return { heads, rows };
  }

  // A spreadsheet takes text with these beginnings for a formula.
  const harmless = (text) =>
    /^[=+@\t\r-]/.test(text) && !Number.isFinite(Number(text)) ? "'" + text : text;

  function save(name, type, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  all('table').forEach((table) => {
    const saves = document.createElement('div');
    saves.className = 'saves';
    saves.append(
      button('CSV', 'Save ' + table.id + ' as CSV', () => {
        const { heads, rows } = figures(table);
        const safe = [heads, ...rows].map((row) => row.map(harmless));
        save(table.id + '.csv', 'text/csv', d3.csvFormatRows(safe) + '\n');
      }),
      button('JSON', 'Save ' + table.id + ' as JSON', () => {
        const { heads, rows } = figures(table);
        const kinds = all('thead th', table).map((head) => head.className);
        const value = (text, i) => {
          const plain = text.replace(/,/g, '');
          return kinds[i] === 'n' && plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
        };
        const objects = rows.map((row) =>
          Object.fromEntries(row.map((text, i) => [heads[i], value(text, i)])));
        save(table.id + '.json', 'application/json', JSON.stringify(objects, null, 1));
      }));
    table.closest('.table').prepend(saves);
  });

  all('.plot').forEach((plot) => {
    const made = button('Enlarge', 'Enlarge ' + plot.querySelector('h3').textContent, () => {
      const large = plot.classList.toggle('large');
      made.textContent = large ? 'Reduce' : 'Enlarge';
      made.setAttribute('aria-pressed', String(large));
      plot.scrollIntoView({ block: 'nearest' });
    });
    made.className = 'enlarge';
    if (!plot.classList.contains('wide')) {
      plot.append(made);
    }
  });

  // Pointing at a plot tells the nearest point; arrow keys go from point to point.
  const tip = one('tip');
  let marked = null;

  function words(point) {
    if (point.dataset.t === undefined) {
      const title = point.querySelector('title');
      point.dataset.t = title ? title.textContent : '';
      if (title) {
        title.remove();
      }
    }
    return point.dataset.t;
  }

  function place(point) {
    const group = point.closest('g[data-dy]');
    const up = group ? Number(group.dataset.dy) : 0;
    if (point.dataset.x !== undefined) {
      return [Number(point.dataset.x), Number(point.dataset.y) - up];
    }
    const { e, f } = point.transform.baseVal.getItem(0).matrix;
    return [e, f - up];
  }

  function show(point) {
    if (marked) {
      marked.classList.remove('on');
    }
    marked = point;
    if (!point) {
      tip.hidden = true;
      return;
    }
    point.classList.add('on');
    tip.textContent = words(point);
    tip.hidden = false;
    const box = point.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2),
      document.documentElement.clientWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = left + 'px';
    tip.style.top = (above > 4 ? above : box.bottom + 8) + 'px';
  }

  const points = (svg) => all('.p', svg).filter((point) => !point.closest('[hidden]'));

  all('.panel svg').filter((svg) => svg.querySelector('.p')).forEach((svg) => {
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('pointerenter', () => points(svg).forEach(words), { once: true });
    svg.addEventListener('pointermove', (event) => {
      const [x, y] = d3.pointer(event, svg);
      const reach = svg.classList.contains('grid') ? 200 : 40;
      const near = d3.least(points(svg), (point) => {
        const [px, py] = place(point);
        return Math.hypot(px - x, py - y);
      });
      const at = near && place(near);
      show(near && Math.hypot(at[0] - x, at[1] - y) < reach ? near : null);
    });
    svg.addEventListener('pointerleave', () => show(null));
    svg.addEventListener('blur', () => show(null));
    svg.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const shown = points(svg);
      if (event.key === 'Escape') {
        show(null);
      } else if (step && shown.length) {
        event.preventDefault();
        const now = shown.indexOf(marked);
        show(shown[now < 0 ? 0 : (now + step + shown.length) % shown.length]);
      }
    });
  });
  addEventListener('scroll', () => show(null), { passive: true });

  // The timeline: drag, the wheel with Ctrl, buttons or the keys + - 0 zoom; pointing tells a slice's figures.
  all('svg.timeline').forEach((svg) => {
    const time = svg.querySelector('.time');
    const { from, to, left, right } = Object.fromEntries(
      Object.entries(time.dataset).map(([name, text]) => [name, Number(text)]));
    const whole = d3.scaleUtc([from, to], [left, right]);
    const height = svg.viewBox.baseVal.height;
    const rows = all('#timeline-data tbody tr');
    const heads = all('#timeline-data thead th').map((head) => head.textContent);
    const selection = d3.select(svg);
    const cursor = selection.append('path').attr('class', 'cursor').attr('hidden', '');
    let scale = whole;
    let slice = -1;

    function tell(number) {
      slice = Math.min(rows.length - 1, Math.max(0, number));
      const figures = all('td', rows[slice]).map((field) => field.textContent);
      tip.textContent = figures.map((text, i) => (i < 2 ? text : text && heads[i] + ' ' + text))
        .filter((text, i) => text && !heads[i].endsWith(', most')).join('\n');
      tip.hidden = false;
      const x = scale(from + (slice + 0.5) * (to - from) / rows.length);
      cursor.attr('hidden', x < left || x > right ? '' : null).attr('d', 'M' + x + ' 0V' + (height - 30));
      const box = svg.getBoundingClientRect();
      const at = box.left + (x / 960) * box.width;
      tip.style.left = (at > innerWidth / 2 ? at - tip.offsetWidth - 14 : at + 14) + 'px';
      tip.style.top = Math.max(60, Math.min(box.top + 24, innerHeight - tip.offsetHeight - 8)) + 'px';
    }

    function hide() {
      cursor.attr('hidden', '');
      tip.hidden = true;
    }

    const zoom = d3.zoom()
      .scaleExtent([1, Math.max(2, rows.length / 10)])
      .translateExtent([[left, 0], [right, height]])
      .extent([[left, 0], [right, height]])
      .filter((event) => (event.type === 'wheel' ? event.ctrlKey : !event.button))
      .on('zoom', ({ transform }) => {
        scale = transform.rescaleX(whole);
        selection.selectAll('.x').attr('transform', 'translate(' + transform.x + ' 0) scale(' + transform.k + ' 1)');
        selection.select('.time').call(d3.axisBottom(scale).ticks(9).tickSize(5).tickPadding(6))
          .attr('font-family', null).attr('font-size', null).attr('text-anchor', null);
        selection.selectAll('.time text').attr('class', 'm');
        selection.selectAll('.time line, .time .domain').attr('class', 'a').attr('stroke', null);
        hide();
      });
    selection.call(zoom).on('dblclick.zoom', null);
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('pointermove', (event) => {
      const [x] = d3.pointer(event, svg);
      if (x < left || x > right) {
        hide();
      } else {
        tell(Math.floor((scale.invert(x) - from) / (to - from) * rows.length));
      }
    });
    svg.addEventListener('pointerleave', hide);
    svg.addEventListener('blur', hide);
    const by = (k) => selection.call(zoom.scaleBy, k);
    const reset = () => selection.call(zoom.transform, d3.zoomIdentity);
    svg.addEventListener('keydown', (event) => {
      const action = {
        '+': () => by(2), '-': () => by(0.5), 0: reset, Escape: hide,
        ArrowRight: () => tell(slice + 1), ArrowLeft: () => tell(slice - 1),
      }[event.key];
      if (action) {
        event.preventDefault();
        action();
      }
    });
    const tools = document.createElement('div');
    tools.className = 'zoom';
    tools.append(button('+', 'Zoom in', () => by(2)), button('−', 'Zoom out', () => by(0.5)),
      button('Whole run', 'Show the whole run', reset));
    svg.closest('.plot').append(tools);
  });

  // The filter hides cells everywhere: rows, points, and lines through hidden points.
  const cells = JSON.parse(one('cell-values').textContent);
  const form = one('filter');

  function apply() {
    const allowed = new Map();
    all('input', form).forEach((box) => {
      const factor = Number(box.dataset.f);
      if (!allowed.has(factor)) {
        allowed.set(factor, new Set());
      }
      if (box.checked) {
        allowed.get(factor).add(Number(box.dataset.v));
      }
    });
    const visible = cells.map((values) =>
      values.every((value, factor) => !allowed.has(factor) || allowed.get(factor).has(value)));
    const shown = visible.filter(Boolean).length;
    one('shown').textContent = shown === cells.length ? '' : shown + ' of ' + cells.length + ' cells';
    all('[data-cs]').forEach((element) => {
      element.toggleAttribute('hidden', !element.dataset.cs.split(' ').every((n) => visible[n]));
    });
    all('[data-c]').forEach((element) => element.toggleAttribute('hidden', !visible[element.dataset.c]));
    all('svg.xy .series').forEach((series) => {
      const line = series.querySelector('.l:not([data-c])');
      const left = all('.p:not(.bad):not([hidden])', series);
      if (line && series.querySelector('.p')) {
        line.setAttribute('d', left.length ? d3.line()(left.map(place)) : '');
      }
    });
    all('svg.rows').forEach((svg) => {
      let gone = 0;
      all('.series', svg).forEach((row) => {
        if (row.hasAttribute('hidden')) {
          gone += 1;
        }
        row.dataset.dy = String(gone * 38);
        row.setAttribute('transform', 'translate(0 ' + -gone * 38 + ')');
      });
    });
    all('.panel').forEach((panel) => {
      const svg = panel.querySelector('svg');
      panel.hidden = false;
      panel.toggleAttribute('hidden', svg.querySelector('.p') !== null && points(svg).length === 0);
    });
    show(null);
  }

  form.addEventListener('change', apply);
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = all('input', form).length === 0;
})();
