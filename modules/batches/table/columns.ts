import type { Answers, Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { PartyAttribute } from '#assembly/marks.ts'
import type { Field, Template } from '#assembly/template/template.ts'
import { wordsIn } from '#assembly/template/words-in.ts'
import { isTwinAttribute } from '#assembly/twins.ts'
import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import { foldText } from '#src/core/text/fold.ts'
import { dynamicKey } from '#views/language/messages.ts'

type PartyText = PartyAttribute | `${PartyAttribute}En` | 'share'

/** A column of the table: the document's name, an attribute of a party, or a field. */
export type Column = { id: string } & (
  | { kind: 'name' }
  | { kind: 'party'; party: Party; attribute: PartyText }
  /** `english`: the column is for the English of a text field, beside the column of the field itself. */
  | { kind: 'field'; field: Field; english: boolean }
)

/** The template and the answers of each draft before the table changes them. */
export interface Model {
  template: Template
  answers: Answers
}

const PERSON_ATTRIBUTES: PartyText[] = ['name', 'idNumber', 'address', 'phone', 'email', 'bank']
const COMPANY_ATTRIBUTES: PartyText[] = [
  ...PERSON_ATTRIBUTES,
  'legalRepresentative',
  'signerName',
  'signerTitle',
]

/**
 * All columns that a table for this model may have. Fields of type `table` have none and remain as in the
 * model.
 */
export function columnsOf({ template, answers }: Model): Column[] {
  const parties = answers.parties.flatMap((party, index) => {
    const traits = template.parties[index] ?? template.moreParties
    const attributes = party.identity === 'company' ? COMPANY_ATTRIBUTES : PERSON_ATTRIBUTES
    const allAttributes: PartyText[] = traits?.votes === true ? [...attributes, 'share'] : attributes
    return withEnglish(allAttributes, answers).map(
      (attribute): Column => ({ kind: 'party', id: `party:${party.key}.${attribute}`, party, attribute }),
    )
  })
  const fields = template.fields
    .filter(({ type, computed }) => type !== 'table' && !computed)
    .flatMap((field): Column[] => {
      const column = { kind: 'field', id: `field:${field.id}`, field, english: false } as const
      const isText = field.type === 'text' || field.type === 'longtext'
      if (!isText || !answers.languages.bilingual) return [column]
      return [column, { ...column, id: `${column.id}.en`, english: true }]
    })
  return [{ kind: 'name', id: 'name' }, ...parties, ...fields]
}

const withEnglish = (attributes: PartyText[], { languages }: Answers) =>
  languages.bilingual
    ? attributes.flatMap((one): PartyText[] => (isTwinAttribute(one) ? [one, `${one}En`] : [one]))
    : attributes

/** The columns to fill in: all except the columns of parties that the model names. */
export const columnsToFill = (model: Model): Column[] =>
  columnsOf(model).filter((column) => column.kind !== 'party' || !isNamed(column.party))

const isNamed = ({ name, nameEn }: Party) => Boolean(name.trim() || nameEn.trim())

/** The heads of columns in one language; equal heads are numbered. */
export function headsOf(model: Model, columns: Column[], locale: Locale): string[] {
  const t = translate(locale)
  const labels = partyLabels(model, locale)
  const usedHeads = new Map<string, number>()
  return columns.map((column) => {
    const head = headOf(column)
    const count = (usedHeads.get(head) ?? 0) + 1
    usedHeads.set(head, count)
    return count > 1 ? `${head} (${count})` : head
  })

  function headOf(column: Column): string {
    if (column.kind === 'name') return t('batches.head.name')
    if (column.kind === 'field') {
      const label = wordsIn(column.field.label, locale)
      return column.english ? t('batches.head.english', { label }) : label
    }
    const label = labels.get(column.party.key) ?? ''
    return `${label} · ${t(dynamicKey(`editor.party.${attributeKey(column)}`))}`
  }
}

/** The names for the parties in the documents, by key. */
export function partyLabels(model: Model, locale: Locale): Map<string, string> {
  const { parties } = assemble({ name: '', number: '', ...model })
  const side = locale === 'en_US' ? 'en' : 'zh'
  return new Map(parties.map(({ key, label }) => [key, label[side]]))
}

/** The locale key of an attribute's label, which differs for a person and for a company. */
export function attributeKey({ party, attribute }: Extract<Column, { kind: 'party' }>): string {
  const isPerson = party.identity === 'individual'
  if (isPerson && ['name', 'idNumber', 'address'].includes(attribute)) return `${attribute}Person`
  const isForeign = (party.place ?? 'mainland') !== 'mainland'
  return attribute === 'idNumber' && isForeign ? 'registrationNumber' : attribute
}

const plainHead = (head: string) => foldText(head).replaceAll(/[*\s]/g, '')

/** Makes a function that finds the column of a head in any of the languages. */
export function columnFinder(model: Model): (head: string) => Column | undefined {
  const columns = columnsOf(model)
  const columnByHead = new Map<string, Column>()
  for (const locale of LOCALES)
    for (const [index, head] of headsOf(model, columns, locale).entries())
      if (!columnByHead.has(plainHead(head))) columnByHead.set(plainHead(head), columns[index]!)
  return (head) => columnByHead.get(plainHead(head))
}
