import type { Answers, Side } from '#assembly/answers.ts'
import type { Field, FieldValue, Template } from '#assembly/template/template.ts'

/** Properties of every kind of field control. */
export interface ControlProps {
  field: Field
  value: FieldValue | undefined
  id: string
  put: (value: FieldValue | undefined) => void
  described: { 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true }
  autoFocus?: boolean
  /** For a text in a table cell: writes the cell instead of the field. */
  cell?: TwinWriter
  /** The currency is shown elsewhere, so the control omits it. */
  hidesCurrency?: true
}

export interface TwinWriter {
  write(answers: Answers, template: Template, side: Side, text: string, since: Answers): Answers
  confirm(answers: Answers, template: Template): Answers
  same(answers: Answers, template: Template): Answers
  /** The `at` of the control's open points. */
  at: string
}
