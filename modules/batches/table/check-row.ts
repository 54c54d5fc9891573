import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import {
  canConfirm,
  confirmationField,
  mustConfirm,
  needsReason,
} from '#assembly/confirmation/confirmation.ts'
import { fillField, setParty } from '#assembly/edit.ts'
import { valueIn } from '#assembly/fields.ts'
import { pointPlace, pointWords } from '#assembly/open-points/point-words.ts'
import type { Words } from '#assembly/template/template.ts'
import { wordsIn } from '#assembly/template/words-in.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { asTwin, isTwinAttribute } from '#assembly/twins.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, languages } from '#src/core/i18n.ts'
import { type Column, columnsOf, type Model } from './columns.ts'
import { readCell } from './read-cell.ts'

/** The cells of a row by column; an empty cell means the value of the model. */
export type Cells = Record<string, string>

/** A fault of a row, and its column. */
export interface Fault {
  /** The column; '' when the fault concerns none, and `place` names the place instead. */
  column: string
  place?: Words
  point: Pick<OpenPoint, 'kind' | 'problem' | 'detail' | 'message' | 'check'>
  /**
   * Whether a draft can be made despite the fault, which is then settled in the draft: something is missing,
   * or contradicts another value.
   */
  later?: true
  /** The name under which a person can confirm the point instead, without a reason. */
  confirmation?: string
}

export interface CheckedRow {
  name: string
  answers: Answers
  faults: Fault[]
  /** How many points must be settled before the document can be finalised. */
  open: number
}

export type CheckRow = (cells: Cells) => CheckedRow

export const isGood = ({ faults }: Pick<CheckedRow, 'faults'>) => faults.every(({ later }) => later)

const MAX_NAME_LENGTH = 92

/** Makes the check for the rows of one table. It checks a row as the editor checks a document. */
export function rowCheck(model: Model, title: string): CheckRow {
  const columns = columnsOf(model)
  const columnIds = new Set(columns.map(({ id }) => id))
  return (cells) => {
    const unreadFaults: Fault[] = []
    const answers = columns.reduce((result, column) => {
      const cell = cells[column.id]
      if (!cell) return result
      const nextAnswers = writeCell(result, model, column, cell)
      if ('problem' in nextAnswers)
        unreadFaults.push({ column: column.id, point: { kind: 'invalid', problem: nextAnswers.problem } })
      return 'problem' in nextAnswers ? result : nextAnswers
    }, model.answers)
    const blocking = blockingFaults({ template: model.template, answers }, columnIds)
    // A value that cannot be read is not also reported as missing.
    const isUnread = new Set(unreadFaults.map(({ column }) => column))
    const remainingFaults = blocking.filter(({ column }) => !isUnread.has(column))
    const name = nameOf(cells, answers, title)
    return {
      name,
      answers,
      faults: [...nameFaults(name), ...unreadFaults, ...remainingFaults],
      open: blocking.length + unreadFaults.length,
    }
  }
}

/** The points that a person must settle or confirm before a document is finalised. */
export const openFaults = (model: Model): Fault[] =>
  blockingFaults(model, new Set(columnsOf(model).map(({ id }) => id)))

function blockingFaults({ template, answers }: Model, columnIds: Set<string>): Fault[] {
  const tree = assemble({ name: '', number: '', template, answers, today: shanghaiDay() })
  const blocking = tree.open.filter((point) => !canConfirm(point) || mustConfirm(point))
  return blocking.map((point) => {
    const fault = faultOf(point, columnIds)
    return fault.column ? fault : { ...fault, place: placeOf(point, { tree, template }) }
  })
}

const placeOf = (point: OpenPoint, place: Parameters<typeof pointPlace>[2]): Words => ({
  zh_CN: pointPlace(languages.zh_CN.translator('editor'), 'zh_CN', place, point),
  zh_TW: pointPlace(languages.zh_TW.translator('editor'), 'zh_TW', place, point),
  en_US: pointPlace(languages.en_US.translator('editor'), 'en_US', place, point),
})

type RowAnswers = Answers | { problem: NonNullable<OpenPoint['problem']> }

function writeCell(answers: Answers, { template }: Model, column: Column, cell: string): RowAnswers {
  if (column.kind === 'name') return answers
  if (column.kind === 'party') {
    const { key } = column.party
    const { attribute } = column
    const modelParty = answers.parties.find((party) => party.key === key)!
    // The model's English belongs to the text that the table replaces.
    const hasChanged = isTwinAttribute(attribute) && modelParty[attribute] !== cell
    const { [attribute as 'name']: _, ...stale } = modelParty.stale ?? {}
    return setParty(answers, template, key, {
      [attribute]: cell,
      ...(hasChanged && { [`${attribute}En`]: '' }),
      ...(modelParty.stale && { stale }),
    })
  }
  const { field, english } = column
  const modelValue = valueIn(answers, field.id)
  if (english) return fillField(answers, template, field.id, { zh: asTwin(modelValue).zh, en: cell })
  const reading = readCell(field, cell, modelValue)
  return 'problem' in reading ? reading : fillField(answers, template, field.id, reading.value)
}

/**
 * The fault of an open point, with its column if it has one. A fault without a column is settled or
 * confirmed in the draft.
 */
function faultOf(openPoint: OpenPoint, columnIds: Set<string>): Fault {
  const { kind, at, field, problem, detail, message, check } = openPoint
  const columnId = at.startsWith('party:') ? at : `field:${field ?? at}`
  const id = problem === 'englishMissing' && columnIds.has(`${columnId}.en`) ? `${columnId}.en` : columnId
  const point = {
    kind,
    ...(problem && { problem }),
    ...(detail && { detail }),
    ...(message && { message }),
    ...(check && { check }),
  }
  if ((kind !== 'required' && kind !== 'invalid') || !columnIds.has(id))
    return {
      column: '',
      point,
      later: true,
      ...(mustConfirm(openPoint) &&
        !needsReason(openPoint) && { confirmation: confirmationField(openPoint) }),
    }
  const later = kind === 'required' || problem === 'rule'
  return { column: id, point, ...(later && { later: true as const }) }
}

/** The document's default name: the title and the party that the table names. */
function nameOf(cells: Cells, { parties }: Answers, title: string): string {
  if (cells.name) return cells.name
  const namedParty = parties.find(({ key }) => cells[`party:${key}.name`] || cells[`party:${key}.nameEn`])
  const partyName = namedParty && (namedParty.name || namedParty.nameEn)
  const name = partyName ? `${title} - ${partyName}` : title
  return name.replaceAll(/[/\\:*"<>|?\p{Cc}]/gu, ' ').slice(0, MAX_NAME_LENGTH)
}

function nameFaults(name: string): Fault[] {
  const badCharacter = unprintableIn(name)
  const detail = (text: string) => ({ zh: text, en: text })
  const nameColumn = { column: 'name' } as const
  if (badCharacter.length)
    return [
      {
        ...nameColumn,
        point: {
          kind: 'invalid',
          problem: 'unprintable',
          detail: detail(badCharacter.map(characterName).join(', ')),
        },
      },
    ]
  if (name.length > MAX_NAME_LENGTH)
    return [
      {
        ...nameColumn,
        point: { kind: 'invalid', problem: 'tooLong', detail: detail(String(MAX_NAME_LENGTH)) },
      },
    ]
  if (/[/\\:*"<>|?\p{Cc}]/u.test(name))
    return [{ ...nameColumn, point: { kind: 'invalid', problem: 'formatInvalid' } }]
  return []
}

export const faultWords = ({ point }: Fault, locale: Locale): string =>
  pointWords(languages[locale].translator('editor'), locale, { at: '', ...point })

/** The place of a fault in words: the head of its column, or its place in the document. */
export const faultPlace = ({ column, place }: Fault, heads: Map<string, string>, locale: Locale): string =>
  heads.get(column) ?? (place ? wordsIn(place, locale) : '')
