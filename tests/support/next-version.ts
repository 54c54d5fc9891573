import type { Answers } from '#assembly/answers.ts'
import { templateArticles, templateClauses } from '#assembly/outline.ts'
import type { Clause, Template } from '#assembly/template/template.ts'
import type { Dice } from './dice.ts'

/** A template's next version, and the result for every part. */
export interface NextVersion {
  template: Template
  /** The new id by the old one; null if it was removed. */
  clauses: Map<string, string | null>
  articles: Map<string, string | null>
  fields: Map<string, string | null>
  /** By `clause/wording` and `field/option`. */
  wordings: Map<string, string | null>
  options: Map<string, string | null>
  /** Old ids of clauses whose own text, and `clause/wording` whose text, has changed. */
  reworded: Set<string>
  /** Old ids of fields whose new bounds exclude every value. */
  bounded: Set<string>
}

/** Typical changes of a template by its authors, each with one correct result. */
export function nextVersion(dice: Dice, from: Template): NextVersion {
  const self = (ids: string[]) => new Map<string, string | null>(ids.map((id) => [id, id]))
  const clauses = [...templateClauses(from)].map(({ clause }) => clause)
  const newVersion: NextVersion = {
    template: { ...structuredClone(from), version: from.version + 1 },
    clauses: self(clauses.map(({ id }) => id)),
    articles: self(templateArticles(from).map(({ id }) => id)),
    fields: self(from.fields.map(({ id }) => id)),
    wordings: self(
      clauses.flatMap(({ id, alternatives = [] }) => alternatives.map((one) => `${id}/${one.id}`)),
    ),
    options: self(from.fields.flatMap(({ id, options = [] }) => options.map((one) => `${id}/${one.id}`))),
    reworded: new Set(),
    bounded: new Set(),
  }
  const acts = [
    rename,
    remove,
    add,
    reword,
    reorder,
    changeOption,
    removeField,
    tighten,
    split,
    changeWording,
  ]
  for (let count = 3 + dice.below(8); count > 0; count--) acts[dice.below(acts.length)]!(dice, newVersion)
  return newVersion
}

/** The old id of a part by its new one. */
const oldOf = (fates: Map<string, string | null>, now: string) => [...fates].find(([, id]) => id === now)?.[0]

const one = <T>(dice: Dice, list: T[]): T | undefined => list[dice.below(list.length)]

/** Calls `visit` with every text of the template and its place: the clause, or `clause/wording`. */
function eachText({ template }: NextVersion, visit: (text: Clause['text'], owner: string) => void) {
  for (const { clause } of templateClauses(template)) {
    visit(clause.text, clause.id)
    for (const wording of clause.alternatives ?? []) visit(wording.text, `${clause.id}/${wording.id}`)
  }
}

/** Replaces a mark in every text; `says` tells whether the replacement changes the meaning. */
function replaceMark(next: NextVersion, mark: string, words: { zh: string; en: string }, says: boolean) {
  eachText(next, (text, owner) => {
    if (!`${text.zh}${text.en}`.includes(mark)) return
    text.zh = text.zh.replaceAll(mark, words.zh)
    text.en = text.en.replaceAll(mark, words.en)
    if (text.hant) text.hant = text.hant.replaceAll(mark, words.zh)
    if (says) markReworded(next, owner)
  })
}

function markReworded(next: NextVersion, owner: string) {
  const [clause = '', wording] = owner.split('/')
  const oldClauseId = oldOf(next.clauses, clause)
  if (wording) {
    const oldWordingId = oldOf(next.wordings, owner)
    if (oldWordingId) next.reworded.add(oldWordingId)
  } else if (oldClauseId) next.reworded.add(oldClauseId)
}

let freshCount = 0
const freshId = (stem: string) => `${stem}-n${++freshCount}`

/** Renames an id everywhere, and records the old id in `was`. */
function rename(dice: Dice, next: NextVersion) {
  const { template } = next
  const kind = dice.below(3)
  const parts =
    kind === 0
      ? template.fields
      : kind === 1
        ? [...templateClauses(template)].map(({ clause }) => clause)
        : templateArticles(template)
  const part = one<{ id: string; was?: string | string[] }>(dice, parts)
  if (!part) return
  const oldId = part.id
  part.id = freshId('renamed')
  part.was = [...[part.was ?? []].flat(), oldId]
  const fates = [next.fields, next.clauses, next.articles][kind]!
  const knownOldId = oldOf(fates, oldId)
  if (knownOldId) fates.set(knownOldId, part.id)
  if (kind === 0) replaceMark(next, `{${oldId}}`, { zh: `{${part.id}}`, en: `{${part.id}}` }, false)
  else replaceMark(next, `{ref:${oldId}}`, { zh: `{ref:${part.id}}`, en: `{ref:${part.id}}` }, false)
  if (kind === 0) renameIn(next.options, oldId, part.id)
  if (kind === 0) renameSources(template, oldId, part.id)
  if (kind === 1) renameIn(next.wordings, oldId, part.id)
}

function renameIn(fates: Map<string, string | null>, was: string, is: string) {
  for (const [old, now] of fates) if (now?.startsWith(`${was}/`)) fates.set(old, `${is}/${now.split('/')[1]}`)
}

/** Renames a field from which taxes are computed. */
function renameSources({ fields }: Template, was: string, is: string) {
  for (const { computed } of fields) {
    if (!computed) continue
    if (computed.taxOn === was) computed.taxOn = is
    if (computed.rate === was) computed.rate = is
    if (computed.includedIf.field === was) computed.includedIf.field = is
  }
}

/** Whether a tax is computed from the field. Authors keep such a field and its options. */
const isSource = ({ fields }: Template, id: string) =>
  fields.some(
    ({ computed }) => computed && [computed.taxOn, computed.rate, computed.includedIf.field].includes(id),
  )

/** Removes a clause, an item, a recital or a whole article. */
function remove(dice: Dice, next: NextVersion) {
  const { template } = next
  if (dice.chance(25) && template.articles.length > 2) {
    const [removed] = template.articles.splice(dice.below(template.articles.length), 1)
    forgetArticle(next, removed!.id)
    for (const clause of removed!.clauses) forget(next, clause)
    return
  }
  const lists = [
    template.recitals,
    ...templateArticles(template).map(({ clauses }) => clauses),
    ...templateArticles(template).flatMap(({ clauses }) =>
      clauses.flatMap(({ items }) => (items ? [items] : [])),
    ),
  ].filter((list) => list.length > 1)
  const list = one(dice, lists)
  if (!list) return
  const [gone] = list.splice(dice.below(list.length), 1)
  forget(next, gone!)
}

const GONE_WORDS = { zh: '相关约定', en: 'the relevant terms' }

function forgetArticle(next: NextVersion, id: string) {
  const oldArticleId = oldOf(next.articles, id)
  if (oldArticleId) next.articles.set(oldArticleId, null)
  replaceMark(next, `{ref:${id}}`, GONE_WORDS, true)
}

function forget(next: NextVersion, { id, items = [] }: Clause) {
  const oldClauseId = oldOf(next.clauses, id)
  if (oldClauseId) next.clauses.set(oldClauseId, null)
  for (const [known, now] of next.wordings) if (now?.startsWith(`${id}/`)) next.wordings.set(known, null)
  replaceMark(next, `{ref:${id}}`, GONE_WORDS, true)
  for (const item of items) forget(next, item)
}

function add(dice: Dice, next: NextVersion) {
  const article = one(dice, templateArticles(next.template))!
  const text = { zh: '新增条款。', en: 'A new clause.' }
  article.clauses.splice(dice.below(article.clauses.length + 1), 0, {
    id: freshId('new'),
    text,
    droppable: true,
  })
}

function reword(dice: Dice, next: NextVersion) {
  const clause = one(dice, [...templateClauses(next.template)])!.clause
  clause.text = { zh: `经修订：${clause.text.zh}`, en: `As amended: ${clause.text.en}` }
  markReworded(next, clause.id)
}

function reorder(dice: Dice, { template }: NextVersion) {
  const list: unknown[] = dice.chance(40) ? template.articles : one(dice, templateArticles(template))!.clauses
  const [moved] = list.splice(dice.below(list.length), 1)
  list.splice(dice.below(list.length + 1), 0, moved)
}

/** Renames an option, or removes it if enough options remain. */
function changeOption(dice: Dice, next: NextVersion) {
  const field = one(
    dice,
    next.template.fields.filter(({ id, type }) => type === 'choice' && !isSource(next.template, id)),
  )
  const option = one(dice, field?.options ?? [])
  if (!field?.options || !option) return
  const oldOptionId = oldOf(next.options, `${field.id}/${option.id}`)
  if (dice.chance(50) && field.options.length > 2) {
    field.options.splice(field.options.indexOf(option), 1)
    if (oldOptionId) next.options.set(oldOptionId, null)
    if (field.default === option.id) delete field.default
    return
  }
  const oldId = option.id
  Object.assign(option, { id: freshId('option'), was: [...[option.was ?? []].flat(), oldId] })
  if (field.default === oldId) field.default = option.id
  if (oldOptionId) next.options.set(oldOptionId, `${field.id}/${option.id}`)
}

function removeField(dice: Dice, next: NextVersion) {
  const { fields } = next.template
  const removedField = one(
    dice,
    fields.filter(({ id }) => !isSource(next.template, id)),
  )
  if (!removedField) return
  fields.splice(fields.indexOf(removedField), 1)
  const oldFieldId = oldOf(next.fields, removedField.id)
  if (oldFieldId) next.fields.set(oldFieldId, null)
  replaceMark(next, `{${removedField.id}}`, { zh: '固定', en: 'fixed' }, true)
}

/** Narrows the limits of a field, so that no earlier value is valid. */
function tighten(dice: Dice, next: NextVersion) {
  const field = one(
    dice,
    next.template.fields.filter(({ type, computed }) => !computed && (type === 'number' || type === 'money')),
  )
  const oldFieldId = field && oldOf(next.fields, field.id)
  if (!field) return
  Object.assign(field, { min: 900_000_001, max: 900_000_002 })
  if (oldFieldId) next.bounded.add(oldFieldId)
}

/** Moves the last clauses of an article into a new article. */
function split(dice: Dice, { template }: NextVersion) {
  const articleIndex = dice.below(template.articles.length)
  const { clauses } = template.articles[articleIndex]!
  if (clauses.length < 2) return
  const movedClauses = clauses.splice(1 + dice.below(clauses.length - 1))
  template.articles.splice(articleIndex + 1, 0, {
    id: freshId('split'),
    title: { zh: '新的一条', en: 'A new article' },
    clauses: movedClauses,
  })
}

/** Renames a wording, or removes it. */
function changeWording(dice: Dice, next: NextVersion) {
  const with_ = [...templateClauses(next.template)]
    .map(({ clause }) => clause)
    .filter(({ alternatives }) => alternatives?.length)
  const clause = one(dice, with_)
  const wording = one(dice, clause?.alternatives ?? [])
  if (!clause?.alternatives || !wording) return
  const oldWordingId = oldOf(next.wordings, `${clause.id}/${wording.id}`)
  if (dice.chance(50)) {
    clause.alternatives.splice(clause.alternatives.indexOf(wording), 1)
    if (oldWordingId) next.wordings.set(oldWordingId, null)
    return
  }
  Object.assign(wording, { id: freshId('wording'), was: [...[wording.was ?? []].flat(), wording.id] })
  if (oldWordingId) next.wordings.set(oldWordingId, `${clause.id}/${wording.id}`)
}

/** All texts that a person has entered, to be searched. */
export const everyWord = (answers: Answers, notes: unknown) => JSON.stringify([answers, notes])
