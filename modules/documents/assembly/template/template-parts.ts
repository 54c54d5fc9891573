import type { Clause, Condition, Template } from './template.ts'

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

/** Recitals, articles, clauses and items in the order in which they stand. */
export function listParts(template: Template): TemplatePart[] {
  const parts: TemplatePart[] = []
  const add = (clause: Clause, path: TemplatePart['path'], parent?: TemplatePart) => {
    const part: TemplatePart = { id: clause.id, path, when: clause.when, clause, parent }
    parts.push(part)
    for (const [index, item] of (clause.items ?? []).entries()) add(item, [...path, 'items', index], part)
  }
  for (const [index, recital] of template.recitals.entries()) add(recital, ['recitals', index])
  for (const list of ['articles', 'annexes'] as const) {
    for (const [index, article] of (template[list] ?? []).entries()) {
      const part: TemplatePart = { id: article.id, path: [list, index], when: article.when }
      parts.push(part)
      for (const [place, clause] of article.clauses.entries()) {
        add(clause, [...part.path, 'clauses', place], part)
      }
    }
  }
  return parts
}

/** Ids that occur twice within one list. */
export function repeated(list: { id: string }[], path: Found['path']): Found[] {
  return list.flatMap(({ id }, index) =>
    list.findIndex((one) => one.id === id) < index
      ? [{ path: [...path, index, 'id'], message: `the id "${id}" is already taken` }]
      : [],
  )
}
