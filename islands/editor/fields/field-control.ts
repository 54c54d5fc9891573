import type { Answers, Side } from '#assembly/answers.ts'
import type { Field, FieldValue, Template } from '#assembly/template/template.ts'

/** Properties of every kind of field control. */
export interface ControlProps {
  field: Field
  value: FieldValue | undefined
  id: string
  setValue: (value: FieldValue | undefined) => void
  ariaProps: { 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true }
  autoFocus?: boolean
  /** For a text in a table cell: writes the cell instead of the field. */
  cell?: TwinWriter
  /** The currency is shown elsewhere, so the control omits it. */
  hidesCurrency?: true
}

/** Writes a text in both languages: that of a field, or of a table cell. */
export interface TwinWriter {
  /** Writes one language; `answersAtFocus` are the answers when the cursor entered the box. */
  write(answers: Answers, template: Template, side: Side, text: string, answersAtFocus: Answers): Answers
  /** Confirms that both languages still agree. */
  confirm(answers: Answers, template: Template): Answers
  /** Writes the text of one language into both. */
  makeEqual(answers: Answers, template: Template): Answers
  /** What the `at` of the control's open points is: the id of the field or of the cell. */
  at: string
}
