/** approver: agrees without signing; copy: only receives the signed document. */
export type SignatoryRole = 'signer' | 'approver' | 'copy'
