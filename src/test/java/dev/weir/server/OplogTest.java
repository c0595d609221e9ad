package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCommandException;
import com.mongodb.ServerAddress;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class OplogTest {
  private static String said(int code, String name) {
    BsonDocument answer =
        BsonDocument.parse(
            "{ok: 0, code: " + code + ", codeName: \"" + name + "\", errmsg: \"no\"}");
    return String.valueOf(
        Oplog.explain(
                new ConnectionString("mongodb://alice:s3cret@db1.example/"),
                new MongoCommandException(answer, new ServerAddress("db1.example")))
            .getMessage());
  }

  @Test
  void anOplogTruncatedWhileReadIsNamed() {
    assertThat(said(136, "CappedPositionLost"))
        .startsWith("the oplog at db1.example was truncated while it was read")
        .contains("--minutes")
        .doesNotContain("s3cret");
  }

  @Test
  void aMissingRightNamesTheRole() {
    assertThat(said(13, "Unauthorized"))
        .isEqualTo(
            "no right to read local.oplog.rs at db1.example; give the user the role read on the"
                + " database local: db.grantRolesToUser(USER, [{role: \"read\", db: \"local\"}])");
  }
}
