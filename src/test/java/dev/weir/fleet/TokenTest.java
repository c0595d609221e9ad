package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
  @Test
  void whoKnowsItProvesIt() throws Exception {
    Token token = Token.draw();
    String nonce = Token.nonce();
    String proof = Token.of(token.text()).proof("worker0", nonce);
    assertThat(token.proves("worker0", nonce, proof)).isTrue();
    assertThat(token.proves("worker1", nonce, proof)).as("of another worker").isFalse();
    assertThat(token.proves("worker0", Token.nonce(), proof)).as("replayed").isFalse();
    assertThat(Token.draw().proves("worker0", nonce, proof)).isFalse();
  }

  @Test
  void noTwoAreAlikeAndNoneIsPrinted() {
    assertThat(Token.draw().text()).isNotEqualTo(Token.draw().text());
    assertThat(Token.draw()).hasToString("token");
  }

  @Test
  void itIsReadFromAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("token");
    Files.writeString(file, "0123456789abcdef\n");
    assertThat(Token.read(file).text()).isEqualTo("0123456789abcdef");
    Files.writeString(file, "short\n");
    assertThatThrownBy(() -> Token.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("16 characters");
  }
}
