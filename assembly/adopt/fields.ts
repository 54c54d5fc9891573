import type { Answers } from '../answers.ts'
import { withComputed } from '../computed/computed.ts'
import { answerTo, checkValue, isTextField, valueIn } from '../fields.ts'
import { printField } from '../tables/print-field.ts'
import { isTable } from '../tables/table.ts'
import type { Field, FieldValue, Template } from '../template/template.ts'
import type { Sides } from '../tree.ts'
import { blankLine } from '../words.ts'
import { rowsFromNames } from './names.ts'
import type { AdoptionNote } from './note.ts'
import { asCell, cellPlaces, withCell } from './rows.ts'
import { type CarriedValue, carriedTable } from './tables.ts'
import { successorOf, type Targets } from './targets.ts'

export interface CarriedFields {
  fields: Answers['fields']
  notes: AdoptionNote[]
  /**
   * Maps the id of an old field to the new field that prints its value, or to the text that the old field
   * printed. Returns undefined for a field that no mark prints, such as a table.
   */
  mark(id: string): { id: string } | { words: Sides<string> } | undefined
}

/**
 * Carries values to the fields of the new version. A field that is new starts with its default; a field that
 * was empty in the old version stays empty. A computed value is carried only to a field that the new version
 * does not compute.
 */
export function carryFields(
  oldTemplate: Template,
  newTemplate: Template,
  storedAnswers: Answers,
  targets: Targets,
): CarriedFields {
  const answers = withComputed(oldTemplate, storedAnswers)
  const fields: Answers['fields'] = Object.fromEntries(
    newTemplate.fields.flatMap(({ id, default: value }) =>
      value === undefined ? [] : [[id, structuredClone(value)]],
    ),
  )
  const notes: AdoptionNote[] = []
  const marks = new Map<string, { id: string } | { words: Sides<string> }>()
  const places = cellPlaces(oldTemplate, newTemplate)
  for (const field of oldTemplate.fields) {
    const { id } = field
    const words = printedTexts(field, answers)
    const target = targets.usesAnswers('field', id) ? targets.field(id) : undefined
    const value = valueIn(answers, id)
    const carriedOver = target && value !== undefined ? carriedFieldValue(field, target, value) : undefined
    const newValue = carriedOver?.value
    const isAnswered = answerTo(answers, id) !== undefined
    if (field.type !== 'table')
      marks.set(
        id,
        target && target.type !== 'table' && (newValue !== undefined || !isAnswered)
          ? { id: target.id }
          : { words },
      )
    const note = { id, label: field.label, text: printedOrStored(value, words) }
    if (target?.computed) {
      if (isAnswered && !field.computed) notes.push({ kind: 'valueGone', ...note })
      continue
    }
    const place = places.get(id)
    const cell = place && value !== undefined ? asCell(place, field, value) : undefined
    if (cell !== undefined && place) {
      const currency = typeof value === 'object' && 'amount' in value ? value.currency : undefined
      const table = fields[place.table.id]
      fields[place.table.id] = withCell(isTable(table) ? table : undefined, place, cell, currency)
    } else if (newValue !== undefined && target) {
      fields[target.id] = newValue
      notes.push(...carriedOver!.notes)
      const valueProblem = checkValue(target, newValue)?.problem
      if (isAnswered && valueProblem && valueProblem !== checkValue(field, value!)?.problem)
        notes.push({ kind: 'valueUnfit', ...note, to: target.id })
    } else if (isAnswered) notes.push({ kind: field.computed ? 'computedGone' : 'valueGone', ...note })
    else if (target && sameKind(field, target)) delete fields[target.id]
  }
  return { fields, notes, mark: (id) => marks.get(id) }
}

const sameKind = (one: Field, other: Field) =>
  one.type === other.type || (isTextField(one) && isTextField(other))

/**
 * The value for the new field; undefined when the kind of field changed, or when the chosen option or all
 * columns of the table were removed.
 */
function carriedFieldValue(field: Field, target: Field, value: FieldValue): CarriedValue {
  if (isTextField(field) && target.type === 'table') return { value: rowsFromNames(target, value), notes: [] }
  if (!sameKind(field, target)) return { value: undefined, notes: [] }
  if (isTable(value)) return carriedTable(field, target, value)
  if (field.type !== 'choice' || !field.options?.some(({ id }) => id === value)) return { value, notes: [] }
  return { value: successorOf(target.options, String(value))?.id, notes: [] }
}

function printedTexts(field: Field, answers: Answers): Sides<string> {
  const value = answerTo(answers, field.id)
  const { script } = answers.languages
  return {
    zh: printField(field, value, 'zh', script) ?? blankLine.zh,
    en: printField(field, value, 'en', script) ?? blankLine.en,
  }
}

/** The printed words of a value; the stored value if it cannot be printed. */
function printedOrStored(value: FieldValue | undefined, words: Sides<string>): Sides<string> {
  if (typeof value === 'object' && 'zh' in value) return { zh: value.zh, en: value.en }
  if (words.zh !== blankLine.zh || words.en !== blankLine.en || value === undefined) return words
  if (isTable(value)) {
    const cells = value.rows.flatMap((row) =>
      Object.values(row.cells).map((cell) => printedOrStored(cell, words)),
    )
    return { zh: cells.map(({ zh }) => zh).join(' '), en: cells.map(({ en }) => en).join(' ') }
  }
  const raw = typeof value === 'object' ? Object.values(value).join(' ') : String(value)
  return { zh: raw, en: raw }
}
