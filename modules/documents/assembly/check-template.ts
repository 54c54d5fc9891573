import { checkConditions } from './check-conditions.ts'
import { checkFields } from './check-fields.ts'
import { checkTexts } from './check-texts.ts'
import type { Clause, Condition, Template } from './template.ts'
import { partyKey } from './words.ts'

/** A problem and the path of what it is about within the template. */
export interface Found {
  path: (string | number)[]
  message: string
}

/** A recital, article, clause or item with its path and what surrounds it. */
export interface TemplatePart {
  id: string
  path: (string | number)[]
  when?: Condition
  clause?: Clause
  parent?: TemplatePart
}

/** Checks what the shape alone does not say: ids, references, marks, conditions, fields, parties. */
export function checkTemplate(template: Template): Found[] {
  const parts = listParts(template)
  return [
    ...checkIds(template, parts),
    ...checkParties(template),
    ...checkFields(template),
    ...checkTexts(template, parts),
    ...checkConditions(template, parts),
  ]
}

function listParts(template: Template): TemplatePart[] {
  const parts: TemplatePart[] = []
  const add = (clause: Clause, path: TemplatePart['path'], parent?: TemplatePart) => {
    const part: TemplatePart = { id: clause.id, path, when: clause.when, clause, parent }
    parts.push(part)
    for (const [index, item] of (clause.items ?? []).entries()) add(item, [...path, 'items', index], part)
  }
  for (const [index, recital] of template.recitals.entries()) add(recital, ['recitals', index])
  for (const [index, article] of template.articles.entries()) {
    const part: TemplatePart = { id: article.id, path: ['articles', index], when: article.when }
    parts.push(part)
    for (const [place, clause] of article.clauses.entries()) {
      add(clause, [...part.path, 'clauses', place], part)
    }
  }
  return parts
}

function checkIds(template: Template, parts: TemplatePart[]): Found[] {
  const found: Found[] = []
  const taken = new Set<string>()
  const fields = template.fields.map(({ id }, index) => ({ id, path: ['fields', index] }))
  for (const { id, path } of [...fields, ...parts]) {
    const at = [...path, 'id']
    if (taken.has(id)) found.push({ path: at, message: `the id "${id}" is already taken` })
    if (['number', 'prevailing'].includes(id) || id.startsWith('added-')) {
      found.push({ path: at, message: `the id "${id}" is reserved` })
    }
    taken.add(id)
  }
  for (const { clause, path } of parts) {
    found.push(...repeated(clause?.alternatives ?? [], [...path, 'alternatives']))
  }
  return found
}

/** Ids that occur twice within one list. */
export function repeated(list: { id: string }[], path: Found['path']): Found[] {
  return list.flatMap(({ id }, index) =>
    list.findIndex((one) => one.id === id) < index
      ? [{ path: [...path, index, 'id'], message: `the id "${id}" is already taken` }]
      : [],
  )
}

function checkParties({ parties, moreParties }: Template): Found[] {
  const found = parties.flatMap(({ key }, index): Found[] =>
    key === partyKey(index)
      ? []
      : [{ path: ['parties', index, 'key'], message: `the key must be "${partyKey(index)}", not "${key}"` }],
  )
  if (moreParties && moreParties.upTo <= parties.length) {
    const message = '"upTo" must be more than the number of parties listed'
    found.push({ path: ['moreParties', 'upTo'], message })
  }
  return found
}
