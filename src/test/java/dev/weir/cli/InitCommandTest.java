package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InitCommandTest {
  @Test
  void aNamespaceIsNamedWithoutCredentialsAndOptions() {
    assertThat(InitCommand.namespace("shop.roles")).isEqualTo("shop.roles");
    assertThat(InitCommand.namespace("mongodb://me:s3cret@h1,h2/shop.roles?w=1"))
        .isEqualTo("shop.roles");
    assertThat(
            InitCommand.namespace(
                "mongodb://h/shop.roles?tlsCertificateKeyFile=/a.pem"
                    + "&tlsCertificateKeyFilePassword=s3/cret.x"))
        .isEqualTo("shop.roles");
  }
}
