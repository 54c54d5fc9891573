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

const blockOf = (id: string, zh: string, en: string): Block => ({
  id,
  kind: 'clause',
  label: { zh: '', en: '' },
  text: { zh: [{ kind: 'text', text: zh }], en: [{ kind: 'text', text: en }] },
})

const twinBlocks = (id: string, text: Twin | undefined): Block[] =>
  text ? [blockOf(id, text.zh, text.en)] : []
const wordsBlocks = (id: string, text: Words | undefined): Block[] =>
  text ? [blockOf(id, text.zh_CN, text.en_US)] : []

/** Formats values as in a template file, sorted, because the database does not preserve their order. */
const settingBlocks = (id: string, values: object): Block[] =>
  Object.entries(values)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const text = stringify(value, { lineWidth: 0, sortMapEntries: true }).trim()
      return blockOf(`${id}${SETTING_SEPARATOR}${name}`, text, text)
    })

/** An id that no part can have; it stands for the template as a whole. */
const TEMPLATE_ID = 'template:'

function partsOf(template: Template): Block[] {
  const { title, self, prevailing, purpose, notFor, signingNote, parties, moreParties, ...otherProperties } =
    template
  const { recitals, fields, articles, annexes, rules, advise, version: _, ...settings } = otherProperties
  return [
    ...twinBlocks(`${TEMPLATE_ID} title`, title),
    ...twinBlocks(`${TEMPLATE_ID} self`, self),
    ...settingBlocks(TEMPLATE_ID, settings),
    ...wordsBlocks(`${TEMPLATE_ID} purpose`, purpose),
    ...wordsBlocks(`${TEMPLATE_ID} notFor`, notFor),
    ...wordsBlocks(`${TEMPLATE_ID} signingNote`, signingNote),
    ...parties.flatMap(({ role, label, ...traits }, index) => [
      ...twinBlocks(`party:${partyKey(index)}`, role),
      ...twinBlocks(`party:${partyKey(index)} label`, label),
      ...settingBlocks(`party:${partyKey(index)}`, traits),
    ]),
    ...(moreParties ? settingBlocks('party:more', moreParties) : []),
    ...recitals.flatMap(clauseParts),
    ...articles.flatMap(articleParts),
    ...twinBlocks(`${TEMPLATE_ID} prevailing`, prevailing),
    ...(annexes ?? []).flatMap(articleParts),
    ...fields.flatMap(fieldParts),
    ...[...(rules ?? []), ...(advise ?? [])].flatMap(ruleParts),
  ]
}

const articleParts = ({ id, title, guidance, clauses, ...settings }: Article): Block[] => [
  ...twinBlocks(id, title),
  ...settingBlocks(id, settings),
  ...wordsBlocks(`${id} guidance`, guidance),
  ...clauses.flatMap(clauseParts),
]

const clauseParts = ({ id, text, alternatives = [], guidance, items = [], ...settings }: Clause): Block[] => [
  ...twinBlocks(id, text),
  ...settingBlocks(id, settings),
  ...alternatives.flatMap(({ id: alternative, label, text, was: _, ...position }) => [
    ...wordsBlocks(`${id}/${alternative} label`, label),
    ...twinBlocks(`${id}/${alternative}`, text),
    ...settingBlocks(`${id}/${alternative}`, position),
  ]),
  ...wordsBlocks(`${id} guidance`, guidance),
  ...items.flatMap(clauseParts),
]

const fieldParts = ({ id, label, hint, options = [], columns = [], ...settings }: Field): Block[] => [
  ...wordsBlocks(id, label),
  ...wordsBlocks(`${id} hint`, hint),
  ...settingBlocks(id, settings),
  ...columns.flatMap(({ text, hint: about, ...traits }) => [
    ...twinBlocks(`${id}.${traits.id}`, text),
    ...wordsBlocks(`${id}.${traits.id} hint`, about),
    ...settingBlocks(`${id}.${traits.id}`, traits),
  ]),
  ...options.flatMap((one) => [
    ...wordsBlocks(`${id}/${one.id} label`, one.label),
    ...twinBlocks(`${id}/${one.id}`, one.text),
  ]),
]

const ruleParts = ({ id, message, ...settings }: Rule): Block[] => [
  ...wordsBlocks(`rule:${id}`, message),
  ...settingBlocks(`rule:${id}`, settings),
]
