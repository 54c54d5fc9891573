import type { Answers } from '../answers.ts'
import { hash } from '../confirmation/hash.ts'
import { answerTo } from '../fields.ts'
import { clauseAnswer } from '../outline.ts'
import type { Scene } from '../scene.ts'
import { cellOf, isTable } from '../tables/table.ts'
import type { TextTwin } from '../template/template.ts'
import type { OpenPoint, Sides } from '../tree.ts'
import { asTwin } from '../twins.ts'

/** The clauses of a document in order, and the first clause that prints each field. */
export interface PrintedPlaces {
  /** By the id of a clause: whether its text is a custom text. */
  clauses: Map<string, boolean>
  fields: Map<string, string | undefined>
}

/** The maximum number of characters shown of each text. */
const MAX_SHOWN_LENGTH = 80

/**
 * The mark of a machine translation: a hash of both texts, so that an edit of either one makes the mark
 * invalid.
 */
export const machineMark = ({ zh, en }: Sides<string>): string => hash(`${zh}\u0000${en}`)

/** The number of texts with a valid mark. */
export const machineTexts = (answers: Answers): number =>
  Object.entries(answers.machine ?? {}).filter(([key, mark]) => {
    const text = twinAt(key, answers)
    return text && machineMark(text) === mark
  }).length

/** The key of the text that a point is about, as in `Answers.machine`. */
export function machineKey({ at, field, cell }: Pick<OpenPoint, 'at' | 'field' | 'cell'>): string {
  if (at.startsWith('party:')) return at
  return `${cell ? 'cell' : field ? 'field' : 'clause'}:${at}`
}

/** Open points for printed machine translations that are neither confirmed nor edited. */
export function machinePoints({ answers, sides }: Scene, printedPlaces: PrintedPlaces): OpenPoint[] {
  if (sides.length < 2) return []
  const points = Object.entries(answers.machine ?? {}).flatMap(([key, mark]): OpenPoint[] => {
    const text = twinAt(key, answers)
    const place = text && !text.stale && machineMark(text) === mark && placeOf(key, answers, printedPlaces)
    if (!place) return []
    return [
      {
        kind: 'machine',
        ...place,
        contentHash: mark,
        detail: { zh: beginningOf(text.zh), en: beginningOf(text.en) },
      },
    ]
  })
  const order = new Map([...printedPlaces.clauses.keys()].map((id, index) => [id, index]))
  const rank = ({ clause = '' }: OpenPoint) => order.get(clause) ?? -1
  return points.sort((one, other) => rank(one) - rank(other))
}

const beginningOf = (text: string) => {
  const words = text
    .replace(/\{[^{}]*\}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > MAX_SHOWN_LENGTH ? `${words.slice(0, MAX_SHOWN_LENGTH)}…` : words
}

/** The two texts with this key; null if there are none. */
export function twinAt(key: string, answers: Answers): TextTwin | null {
  const [kind, id = ''] = key.split(':')
  const [owner = '', row = '', column = ''] = id.split('.')
  if (kind === 'clause') {
    const { custom, stale } = clauseAnswer(answers, id) ?? {}
    return custom ? { ...custom, ...(stale && { stale }) } : null
  }
  if (kind === 'party') {
    const party = answers.parties.find((one) => one.key === owner)
    if (!party || (row !== 'address' && row !== 'signerTitle')) return null
    const stale = party.stale?.[row]
    return { zh: party[row], en: party[`${row}En`] ?? '', ...(stale && { stale }) }
  }
  const value = answerTo(answers, owner)
  if (kind === 'field') return asTwin(value)
  const tableRow = isTable(value) ? value.rows.find((one) => one.id === row) : undefined
  const cell = tableRow && cellOf(tableRow, { id: column })
  return cell === undefined || typeof cell === 'number' || typeof cell === 'boolean' ? null : asTwin(cell)
}

type PointPlace = Pick<OpenPoint, 'at' | 'clause' | 'field' | 'cell'>

/** The place where the document prints a text; null if it is not printed. */
function placeOf(key: string, answers: Answers, { clauses, fields }: PrintedPlaces): PointPlace | null {
  const [kind, id = ''] = key.split(':')
  const [owner = '', row = '', column = ''] = id.split('.')
  if (kind === 'clause') return clauses.get(id) ? { at: id, clause: id } : null
  if (kind === 'party') return { at: key, field: row }
  if (!fields.has(owner)) return null
  const clause = fields.get(owner)
  const place = { at: id, field: owner, ...(clause && { clause }) }
  const value = answerTo(answers, owner)
  if (kind === 'field' || !isTable(value)) return place
  return { ...place, cell: { row: value.rows.findIndex((one) => one.id === row) + 1, column } }
}
