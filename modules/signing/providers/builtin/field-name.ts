/** Name of the signature of a signatory that sets the party's seal. */
export const sealFieldNameOf = (position: number) => `Seal ${position}`

/** `Signature 2` for the second signatory, `Signature 2b` for that signatory's second place. */
export const fieldNameOf = (position: number, index: number) =>
  `Signature ${position}${index ? String.fromCharCode(97 + index) : ''}`
