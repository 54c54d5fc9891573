import { sealFieldNameOf } from '../field-name.ts'
import type { Drawing } from '../pades/drawing/drawings.ts'
import type { SealRequest } from '../pades/field.ts'

/** The seal that a signatory sets: its place, its drawing, and its picture. */
export interface SealDrawing extends Drawing {
  position: number
  seal: SealRequest
}

/** The entries of the signature that sets a seal. */
export const sealSignature = ({ position, place, appearance, seal }: SealDrawing, number: string) => ({
  fieldName: sealFieldNameOf(position),
  reason: `Sealed document ${number}`,
  place,
  appearance,
  seal,
})
