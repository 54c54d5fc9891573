/** Key prefix of unsent messages in the tab's storage. */
export const OUTBOX = 'outbox '

/** Key prefix of texts of documents that the server has not stored yet, in the browser's storage. */
export const UNSAVED = 'qishu.document.'

/** Key prefix of the input of long forms, in the tab's storage. */
export const KEPT_FIELDS = 'qishu-form '

/** Key prefix of comments and messages that are not sent yet, in the tab's storage. */
export const UNSENT = 'qishu-said '
