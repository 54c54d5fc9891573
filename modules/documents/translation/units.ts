import type { Answers, Side } from '#assembly/answers.ts'
import { confirmCell, writeCell } from '#assembly/edit/tables.ts'
import {
  confirmAttribute,
  confirmText,
  confirmTwin,
  editableClause,
  writeAttribute,
  writeCustom,
  writeText,
} from '#assembly/edit.ts'
import { answerTo, isTextField } from '#assembly/fields.ts'
import { cellOf, isTable } from '#assembly/tables/table.ts'
import type { PersonalDataKind, Template } from '#assembly/template/template.ts'
import { asTwin, opposite, sideWithout } from '#assembly/twins.ts'
import { holdingOf } from './holding.ts'

/** A text in the primary language that a person wrote, and its translation. */
export interface TranslationUnit {
  /** `clause:payment`, `field:scope`, `cell:goods.r3.name`, `party:b.address` */
  key: string
  source: string
  target: string
  /** Whether the translation is missing or may be outdated. */
  open: boolean
  /** The kind of personal data in the text, if any; such a text is never sent to the endpoint. */
  holds?: PersonalDataKind
}

/** The translatable attributes of a party; names are not translated. */
const ATTRIBUTES = { address: 'address', signerTitle: 'person' } as const
type Attribute = keyof typeof ATTRIBUTES

/** The texts of a document that are in one language and needed in the other, in document order. */
export function translatableUnits(template: Template, answers: Answers): TranslationUnit[] {
  const sourceSide = answers.languages.primary
  const units = [
    ...partyUnits(answers, sourceSide),
    ...fieldUnits(template, answers, sourceSide),
    ...cellUnits(template, answers, sourceSide),
    ...clauseUnits(template, answers, sourceSide),
  ]
  return units.filter(({ source }) => source.trim())
}

interface UnitTexts {
  zh: string
  en: string
  stale?: Side
}

function unitOf(key: string, texts: UnitTexts, sourceSide: Side, holds?: PersonalDataKind): TranslationUnit {
  const target = texts[opposite(sourceSide)]
  const isOpen = !target.trim() || texts.stale === opposite(sourceSide)
  return { key, source: texts[sourceSide], target, open: isOpen, ...(holds && { holds }) }
}

/** The units that a run translates: the open ones, or all. */
export const unitsOf = (template: Template, answers: Answers, everything: boolean): TranslationUnit[] =>
  translatableUnits(template, answers).filter(({ open }) => everything || open)

function clauseUnits(template: Template, answers: Answers, sourceSide: Side): TranslationUnit[] {
  return Object.entries(answers.clauses).flatMap(([id, { custom, dropped, stale }]) =>
    custom && !dropped && editableClause(template, answers, id)
      ? [unitOf(`clause:${id}`, { ...custom, stale }, sourceSide)]
      : [],
  )
}

function fieldUnits(template: Template, answers: Answers, sourceSide: Side): TranslationUnit[] {
  return template.fields.filter(isTextField).flatMap((field) => {
    const { id } = field
    const value = answerTo(answers, id)
    // Figures, names and units are not translated, because they are the same in both languages.
    if (value === undefined || (typeof value === 'string' && !sideWithout(value))) return []
    return [unitOf(`field:${id}`, asTwin(value), sourceSide, holdingOf(template, field))]
  })
}

function cellUnits(template: Template, answers: Answers, sourceSide: Side): TranslationUnit[] {
  return template.fields.flatMap((field) => {
    const value = answerTo(answers, field.id)
    if (field.type !== 'table' || !isTable(value)) return []
    const texts = (field.columns ?? []).filter(({ type }) => type === 'text')
    return value.rows.flatMap((row) =>
      texts.flatMap((column) => {
        const cell = cellOf(row, column)
        if (cell === undefined || (typeof cell === 'string' && !sideWithout(cell))) return []
        const key = `cell:${field.id}.${row.id}.${column.id}`
        return [unitOf(key, asTwin(cell), sourceSide, holdingOf(template, field, column))]
      }),
    )
  })
}

function partyUnits({ parties }: Answers, sourceSide: Side): TranslationUnit[] {
  return parties.flatMap((party) =>
    (Object.keys(ATTRIBUTES) as Attribute[])
      .map((attribute) =>
        unitOf(
          `party:${party.key}.${attribute}`,
          { zh: party[attribute], en: party[`${attribute}En`] ?? '', stale: party.stale?.[attribute] },
          sourceSide,
          ATTRIBUTES[attribute],
        ),
      )
      .filter(({ source }) => sideWithout(source) === opposite(sourceSide)),
  )
}

/** The answers with this text in the secondary language, as a confirmed text. */
export function writeTarget(answers: Answers, template: Template, key: string, text: string): Answers {
  const side = opposite(answers.languages.primary)
  const [kind, id = ''] = key.split(':')
  if (kind === 'clause') return confirmTwin(writeCustom(answers, template, id, side, text), template, id)
  if (kind === 'field') return confirmText(writeText(answers, template, id, side, text), template, id)
  if (kind === 'cell') {
    const [field = '', row = '', column = ''] = id.split('.')
    const updated = writeCell(answers, template, field, { row, column, side, text })
    return confirmCell(updated, template, field, { row, column })
  }
  const [party, attribute] = id.split('.') as [string, Attribute]
  return confirmAttribute(
    writeAttribute(answers, template, party, attribute, side, text),
    template,
    party,
    attribute,
  )
}
