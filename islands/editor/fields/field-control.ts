import type { Field, FieldValue } from '#modules/documents/assembly/template/template.ts'

/** What every kind of control of a field is given. */
export interface ControlProps {
  field: Field
  value: FieldValue | undefined
  id: string
  put: (value: FieldValue | undefined) => void
  described: { 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true }
  autoFocus?: boolean
}
