import { stringify } from 'yaml'
import type { Block } from '#assembly/compare/blocks.ts'
import { type ComparedRow, compareBlocks, isChanged } from '#assembly/compare/compare.ts'
import type { Article, Clause, Field, Rule, Template, Twin, Words } from '#assembly/template/template.ts'
import { partyKey } from '#assembly/words.ts'

/**
 * A part of a template that was added, removed, moved or changed. A part that has no text has the same value
 * on both sides.
 */
export interface Difference {
  row: ComparedRow
  isText: boolean
}

/**
 * The differences between two versions of a template, part by part: wording, fields, rules, settings and
 * guidance.
 */
export function differencesBetween(before: Template | null, after: Template): Difference[] {
  const rows = compareBlocks(before ? partsOf(before) : [], partsOf(after)).filter(isChanged)
  const droppedIds = new Set(rows.filter(({ change }) => change === 'dropped').map(({ id }) => id))
  // The settings, wording and guidance of an added, removed or moved part are not listed separately.
  const listedRows = rows.filter(({ id, change }) =>
    change === 'dropped' ? !droppedIds.has(ownerOf(id)) : change || !ownerOf(id),
  )
  return listedRows.map((row) => ({ row, isText: !row.id.includes(SETTING_SEPARATOR) }))
}

/** Separates a part's id from its property. No id contains a space. */
const SETTING_SEPARATOR = ' .'
const ownerOf = (id: string) => (id.includes(' ') || id.includes('/') ? id.split(/[ /]/)[0]! : '')

const block = (id: string, zh: string, en: string): Block => ({
  id,
  kind: 'clause',
  label: { zh: '', en: '' },
  text: { zh: [{ kind: 'text', text: zh }], en: [{ kind: 'text', text: en }] },
})

const twin = (id: string, text: Twin | undefined): Block[] => (text ? [block(id, text.zh, text.en)] : [])
const words = (id: string, text: Words | undefined): Block[] =>
  text ? [block(id, text.zh_CN, text.en_US)] : []

/** Formats values as in a template file, sorted, because the database does not preserve their order. */
const settings = (id: string, values: object): Block[] =>
  Object.entries(values)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const text = stringify(value, { lineWidth: 0, sortMapEntries: true }).trim()
      return block(`${id}${SETTING_SEPARATOR}${name}`, text, text)
    })

/** An id that no part can have; it stands for the template as a whole. */
const TEMPLATE_ID = 'template:'

function partsOf(template: Template): Block[] {
  const { title, self, prevailing, purpose, notFor, signingNote, parties, moreParties, ...rest } = template
  const { recitals, fields, articles, annexes, rules, advise, version: _, ...facts } = rest
  return [
    ...twin(`${TEMPLATE_ID} title`, title),
    ...twin(`${TEMPLATE_ID} self`, self),
    ...settings(TEMPLATE_ID, facts),
    ...words(`${TEMPLATE_ID} purpose`, purpose),
    ...words(`${TEMPLATE_ID} notFor`, notFor),
    ...words(`${TEMPLATE_ID} signingNote`, signingNote),
    ...parties.flatMap(({ role, label, ...traits }, index) => [
      ...twin(`party:${partyKey(index)}`, role),
      ...twin(`party:${partyKey(index)} label`, label),
      ...settings(`party:${partyKey(index)}`, traits),
    ]),
    ...(moreParties ? settings('party:more', moreParties) : []),
    ...recitals.flatMap(clauseParts),
    ...articles.flatMap(articleParts),
    ...twin(`${TEMPLATE_ID} prevailing`, prevailing),
    ...(annexes ?? []).flatMap(articleParts),
    ...fields.flatMap(fieldParts),
    ...[...(rules ?? []), ...(advise ?? [])].flatMap(ruleParts),
  ]
}

const articleParts = ({ id, title, guidance, clauses, ...rest }: Article): Block[] => [
  ...twin(id, title),
  ...settings(id, rest),
  ...words(`${id} guidance`, guidance),
  ...clauses.flatMap(clauseParts),
]

const clauseParts = ({ id, text, alternatives = [], guidance, items = [], ...rest }: Clause): Block[] => [
  ...twin(id, text),
  ...settings(id, rest),
  ...alternatives.flatMap(({ id: alternative, label, text, was: _, ...position }) => [
    ...words(`${id}/${alternative} label`, label),
    ...twin(`${id}/${alternative}`, text),
    ...settings(`${id}/${alternative}`, position),
  ]),
  ...words(`${id} guidance`, guidance),
  ...items.flatMap(clauseParts),
]

const fieldParts = ({ id, label, hint, options = [], columns = [], ...rest }: Field): Block[] => [
  ...words(id, label),
  ...words(`${id} hint`, hint),
  ...settings(id, rest),
  ...columns.flatMap(({ text, hint: about, ...traits }) => [
    ...twin(`${id}.${traits.id}`, text),
    ...words(`${id}.${traits.id} hint`, about),
    ...settings(`${id}.${traits.id}`, traits),
  ]),
  ...options.flatMap((one) => [
    ...words(`${id}/${one.id} label`, one.label),
    ...twin(`${id}/${one.id}`, one.text),
  ]),
]

const ruleParts = ({ id, message, ...rest }: Rule): Block[] => [
  ...words(`rule:${id}`, message),
  ...settings(`rule:${id}`, rest),
]
