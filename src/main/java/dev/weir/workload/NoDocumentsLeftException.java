package dev.weir.workload;

/** A load that deletes more than it inserts has used up its documents. */
final class NoDocumentsLeftException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoDocumentsLeftException() {
    super(
        "no documents are left to delete: give the study more documents, shorter trials, or a mix"
            + " that inserts as many");
  }
}
