package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://user:s3cret@host:27017/db",
        "mongodb+srv://user:s3cret@cluster.example.org/?tls=true",
        "cannot use mongodb://user:s3cret@host, because",
        "mongodb://user:p@s3cret@host",
        "mongodb://user:a/s3cret@host",
        "mongodb://user:s3cret@h1,h2/?replicaSet=x",
        "mongodb://host/?authMechanismProperties=AWS_SESSION_TOKEN:s3cret&x=y",
        "{\"tlsCertificateKeyFilePassword\": \"s3cret\"}",
        "https://user:s3cret@mirror.example.org/mongo",
        "1.mongodb://user:s3cret@host",
        "(mongodb://user:s3cret@host, mongodb://other:s3cret@host)",
        "mongodb://$1:s3cret\\$@host",
        "no mongod at mongodb:/user:s3cret@host/db",
      })
  void noCredentialSurvives(String text) {
    assertThat(Redaction.redact(text)).doesNotContain("s3cret").contains(Redaction.MASK);
  }

  @Test
  void everythingElseStays() {
    String plain = "mongodb://127.0.0.1:27017,b:2/?replicaSet=weir&w=majority, user@example.org";
    assertThat(Redaction.redact(plain)).isEqualTo(plain);
    assertThat(Redaction.redact("mongodb://u:p@h/?w=1")).isEqualTo("mongodb://***@h/?w=1");
    assertThat(Redaction.redact(null)).isEmpty();
  }

  @Test
  void aPasswordIsSeenWhereOneIs() {
    for (String with :
        new String[] {
          "mongodb://user:s3cret@host/",
          "server=mongod,mongodb+srv://user:s3cret@host/",
          "mongodb://host/?tlsCertificateKeyFilePassword=s3cret"
        }) {
      assertThat(Redaction.holdsPassword(with)).as(with).isTrue();
    }
    for (String without :
        new String[] {
          "mongodb://h1:27017,h2:27018/?w=1", "mongodb://user@host/?authMechanism=GSSAPI", "6.0.5"
        }) {
      assertThat(Redaction.holdsPassword(without)).as(without).isFalse();
    }
  }

  @Test
  void aKnownSecretIsMaskedWhereverItStands() {
    assertThat(Redaction.redact("bad value hunter2 given", "hunter2"))
        .isEqualTo("bad value *** given");
    assertThat(Redaction.redact("nothing", "")).isEqualTo("nothing");
  }
}
