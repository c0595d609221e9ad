package dev.weir.workload.sample;

import dev.weir.study.sample.Counted;
import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleNode;
import dev.weir.study.sample.UpdateTarget;
import dev.weir.workload.DocumentModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bson.Document;

/**
 * Documents of the forms of a sample. The form of a document follows from its key alone, so an
 * update knows which fields and how many elements its document has.
 *
 * <p>Every update and every replacement of a lane writes a number that no other one of the trial
 * writes, into the first of its fields that can hold one; first documents hold no such numbers. So
 * each of them changes its document.
 */
public final class SampleDocuments implements DocumentModel {
  private static final String ID = "_id";
  private static final int FRAME = 5;
  private static final int NAME_END = 2; // a type before the name, a zero after

  private final Sample sample;
  private final SampleValues values;
  private final SplittableRandom random;
  private final boolean counting;
  private final int step;
  private final Map<String, Double> drawn = new HashMap<>();
  private final StringBuilder path = new StringBuilder();
  private int next;
  private int node;
  private int bytes;

  private SampleDocuments(Sample sample, boolean counting, int first, int step, long seed) {
    this.sample = sample;
    this.counting = counting;
    this.step = step;
    this.random = new SplittableRandom(seed);
    this.values = new SampleValues(sample, random);
    int spread = Counted.MOST / 2 / step;
    this.next = first + 1 + (counting ? random.nextInt(Math.max(1, spread)) * step : 0);
  }

  /** The documents that a collection holds before the first write. */
  public static SampleDocuments first(Sample sample, long seed) {
    return new SampleDocuments(sample, false, 0, 1, seed);
  }

  /**
   * What one lane writes.
   *
   * @param lane index of the lane among those of the trial, from 0
   * @param lanes of the trial
   */
  public static SampleDocuments ofLane(Sample sample, int lane, int lanes, long seed) {
    return new SampleDocuments(sample, true, lane, lanes, seed);
  }

  /**
   * A number where the sample has a number, text of the same length where it has text, and so on;
   * an int64 where it has none, or one that too few keys could have.
   */
  @Override
  public Object id(long key) {
    SampleNode.Fields fields = fields(sample.form(key));
    int at = fields.names().indexOf(ID);
    return at < 0 ? (Object) key : values.id(fields.values().get(at), key);
  }

  @Override
  public Document document(long key) {
    SampleNode.Fields fields = fields(sample.form(key));
    Object id = id(key);
    Document document = new Document(ID, id);
    boolean counted = !counting;
    bytes = FRAME + NAME_END + ID.length() + values.bytesOfId(id);
    for (int i = 0; i < fields.names().size(); i++) {
      String name = fields.names().get(i);
      int value = fields.values().get(i);
      if (name.equals(ID)) {
        continue;
      }
      boolean counts = !counted && sample.counts(value);
      document.put(name, counts ? values.counted(value, number()) : values.value(value));
      counted |= counts;
      bytes += NAME_END + values.utf8(name) + sample.bytes(value);
    }
    return document;
  }

  @Override
  public Document update(long key) {
    Sample.Form form = sample.form(key);
    List<UpdateTarget> targets = form.targets();
    if (targets.isEmpty()) {
      throw new IllegalStateException("the sample names no field that an update sets");
    }
    drawn.clear();
    Document set = new Document();
    bytes = Sample.SET_BYTES;
    for (int i = 0; i < targets.size(); i++) {
      path.setLength(0);
      follow(targets.get(i));
      String name = path.toString();
      set.put(name, i == form.version() ? values.counted(node, number()) : values.value(node));
      bytes += NAME_END + values.utf8(name) + sample.bytes(node);
    }
    return new Document("$set", set);
  }

  /**
   * BSON bytes of the largest statement among some keys, enough to meet every form.
   *
   * @param whole documents, else updates
   */
  public static int largest(Sample sample, boolean whole) {
    if (whole || sample.updates().isEmpty()) {
      return sample.maxBytes();
    }
    SampleDocuments documents = first(sample, 1);
    int largest = 0;
    for (long key = 0; key < 4L * sample.forms().size(); key++) {
      documents.update(key);
      largest = Math.max(largest, documents.bytes());
    }
    return largest;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  /** Writes the path and finds the node of its value. */
  private void follow(UpdateTarget target) {
    if (target instanceof UpdateTarget.Value value) {
      node = value.node();
      return;
    }
    if (target instanceof UpdateTarget.Through through) {
      step(through.part());
      follow(through.next());
      return;
    }
    UpdateTarget.Drawn choice = (UpdateTarget.Drawn) target;
    double share = drawn.computeIfAbsent(choice.letter(), letter -> random.nextDouble());
    int left = (int) (share * choice.elements());
    for (UpdateTarget.Run run : choice.runs()) {
      if (left < run.count()) {
        step(Integer.toString(run.first() + left));
        follow(run.next());
        return;
      }
      left -= run.count();
    }
    throw new IllegalStateException("an array has fewer elements than its runs");
  }

  private void step(String part) {
    if (path.length() > 0) {
      path.append('.');
    }
    path.append(part);
  }

  /** Never the same for two lanes of a trial. */
  private int number() {
    int number = next;
    next += step;
    if (next < 0 || next > Counted.MOST) {
      next = 1 + (next - 1) % step;
    }
    return number;
  }

  private SampleNode.Fields fields(Sample.Form form) {
    return (SampleNode.Fields) sample.node(form.root());
  }
}
