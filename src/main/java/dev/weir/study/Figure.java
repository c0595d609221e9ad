package dev.weir.study;

/**
 * A figure of a trial that a claim may be about. All are positive, so that ratios of them make
 * sense.
 */
public enum Figure implements NamedChoice {
  /** Documents acknowledged per second. */
  DOCUMENTS_PER_SECOND("documentsPerSecond"),
  /** Time that a fixed number of documents takes: the inverse of documents per second. */
  TIME_PER_DOCUMENT("timePerDocument"),
  /** BSON of update statements, 10^6 bytes per second. */
  MEGABYTES_PER_SECOND("megabytesPerSecond"),
  /** Coefficient of variation of the rates of a trial's windows: standard deviation over mean. */
  JITTER("jitter"),
  /** CPU microseconds of all server processes per document. */
  SERVER_CPU("serverMicrosPerDocument"),
  /** CPU microseconds of the load process per document. */
  CLIENT_CPU("clientMicrosPerDocument"),
  /** Median service time of a call. */
  SERVICE_P50("serviceTimeP50"),
  /** 99th percentile of the service time of a call. */
  SERVICE_P99("serviceTimeP99"),
  /** Mean wait for a connection per check-out, in microseconds. */
  POOL_WAIT("poolWait"),
  /** Connections that the driver's pools made, per document of the whole trial. */
  CONNECTIONS("connectionsPerDocument"),
  /** Of a job's queues: tasks in the deepest over the mean. */
  QUEUE_SKEW("queueSkew"),
  /** When a job's last worker ends over when its workers end on average. */
  FINISH_SKEW("finishSkew");

  private final String yamlName;

  Figure(String yamlName) {
    this.yamlName = yamlName;
  }

  @Override
  public String yamlName() {
    return yamlName;
  }

  @Override
  public String toString() {
    return yamlName;
  }
}
