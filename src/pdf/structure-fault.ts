export type StructureFault =
  | 'header' // No `%PDF-` of a known version at byte 0.
  | 'syntax' // No valid object, or syntax that readers interpret differently.
  | 'section' // No valid cross-reference section at the stated offset.
  | 'entry' // An entry that does not lead to its object in the revision, or that a table cannot have.
  | 'unlisted' // An object without an entry.
  | 'twice' // Two objects, or two entries, with one number.
  | 'hybrid' // A second cross-reference section for newer readers.
  | 'previous' // /Prev does not give the offset of the section before.
  | 'size' // An object number beyond /Size.
  | 'hidden' // An apparent object header inside a stream or string.
  | 'end' // Bytes that belong to no object or section, or a startxref that is missing or wrong.

export class Fault extends Error {
  fault: StructureFault
  at: number

  constructor(fault: StructureFault, at: number) {
    super(`${fault} at byte ${at}`)
    this.fault = fault
    this.at = at
  }
}
