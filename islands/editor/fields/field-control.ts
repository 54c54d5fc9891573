import type { Answers, Side } from '#assembly/answers.ts'
import type { Field, FieldValue, Template } from '#assembly/template/template.ts'

/** What every kind of control of a field is given. */
export interface ControlProps {
  field: Field
  value: FieldValue | undefined
  id: string
  put: (value: FieldValue | undefined) => void
  described: { 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true }
  autoFocus?: boolean
  /** Of a text in a cell: how it is written, where that is not by its field. */
  cell?: TwinWriter
  /** The currency is said elsewhere. */
  bare?: true
}

export interface TwinWriter {
  write(answers: Answers, template: Template, side: Side, text: string, since: Answers): Answers
  confirm(answers: Answers, template: Template): Answers
  same(answers: Answers, template: Template): Answers
  /** As an open point names it. */
  at: string
}
