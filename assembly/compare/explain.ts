import type { Answers, DocumentSource } from '../answers.ts'
import { assemble } from '../assemble.ts'
import { withComputed } from '../computed/computed.ts'
import { answerTo } from '../fields.ts'
import { clauseAnswer } from '../outline.ts'
import { printField } from '../tables/print-field.ts'
import type { Field } from '../template/template.ts'
import type { OpenPoint, Sides } from '../tree.ts'
import { type ComparedRow, compareTrees, isChanged } from './compare.ts'

/** The reason why a paragraph changed: another alternative, a custom text, or values filled in. */
export type Reason = 'rechosen' | 'rewritten' | 'filled'

export interface ChangedRow {
  row: ComparedRow
  reason?: Reason
  /** Set when only one of two languages changed. */
  oneSided?: true
  /** Open points about the paragraph in the new version. */
  doubts: OpenPoint[]
}

export interface FieldChange {
  field: Field
  /** The printed value; null if it is empty. */
  before: Sides<string | null>
  after: Sides<string | null>
}

/** The changes between two versions of a document, found by rules only. */
export interface Explanation {
  rows: ComparedRow[]
  changed: ChangedRow[]
  fields: FieldChange[]
}

export function explainChanges(before: DocumentSource, after: DocumentSource): Explanation {
  const tree = assemble(after)
  const rows = compareTrees(assemble(before), tree)
  return {
    rows,
    changed: rows.filter(isChanged).map((row): ChangedRow => {
      const reason = row.change === 'reworded' ? reasonOf(row.id, before.answers, after.answers) : undefined
      const sides = tree.sides.filter((side) => row.text[side].some(({ change }) => change))
      const oneSided = sides.length === 1 && tree.sides.length === 2
      const places = row.kind === 'party' ? [`${row.id}.name`, `${row.id}.nameEn`] : [row.id]
      const doubts = tree.open.filter(({ at, clause }) => clause === row.id || places.includes(at))
      return { row, ...(reason && { reason }), ...(oneSided && { oneSided }), doubts }
    }),
    fields: fieldChanges(before, after),
  }
}

function reasonOf(id: string, before: Answers, after: Answers): Reason {
  const oldAnswer = clauseAnswer(before, id)
  const newAnswer = clauseAnswer(after, id)
  if (JSON.stringify(oldAnswer?.custom) !== JSON.stringify(newAnswer?.custom)) return 'rewritten'
  return oldAnswer?.alternative === newAnswer?.alternative ? 'filled' : 'rechosen'
}

function fieldChanges(before: DocumentSource, after: DocumentSource): FieldChange[] {
  const oldAnswers = withComputed(before.template, before.answers)
  const newAnswers = withComputed(after.template, after.answers)
  return after.template.fields
    .map((field) => ({
      field,
      before: printedSides(field, oldAnswers),
      after: printedSides(field, newAnswers),
    }))
    .filter((one) => one.before.zh !== one.after.zh || one.before.en !== one.after.en)
}

function printedSides(field: Field, answers: Answers): Sides<string | null> {
  const value = answerTo(answers, field.id)
  const { script } = answers.languages
  return { zh: printField(field, value, 'zh', script), en: printField(field, value, 'en', script) }
}
