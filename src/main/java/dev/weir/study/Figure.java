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
  FINISH_SKEW("finishSkew"),
  /** Changes in memory that the fault took with it. */
  UPDATES_LOST("updatesLost"),
  /** Mean seconds of progress lost over all players, as a share of half a flush period. */
  MEAN_LOSS("meanLossOfPlan"),
  /** The longest progress lost, as a share of a flush period, the linger and the longest call. */
  WORST_LOSS("worstLossOfPlan"),
  /** Documents whose last acknowledged save the server no longer had after the fault. */
  ACKNOWLEDGED_LOST("acknowledgedLost"),
  /** Documents that the game took for saved although the server never acknowledged them so. */
  MARKS_FORGOTTEN("marksForgotten"),
  /** Documents that were sent again because the call before had failed. */
  SENT_AGAIN("sentAgain"),
  /** Of these, the documents that the server had already taken as they were. */
  WRITTEN_TWICE("writtenTwice"),
  /** The longest that a document was ready to be saved and not acknowledged, in seconds. */
  OVERDUE("overdueSeconds"),
  /** From that moment until no document was overdue, in seconds. */
  DRAIN("drainSeconds"),
  /** 99th percentile of response times from the fault until no document was overdue. */
  CATCH_UP_P99("catchUpP99");

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
