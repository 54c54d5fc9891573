/** The signature of the second signatory that sets the seal of their party. */
export const sealFieldNameOf = (position: number) => `Seal ${position}`

/** Signature 2 for the second signatory, Signature 2b for their second place. */
export const fieldNameOf = (position: number, index: number) =>
  `Signature ${position}${index ? String.fromCharCode(97 + index) : ''}`
