import type { Fault } from './faults.ts'
import type { Clause, Condition, FormerIds, Template } from './template.ts'

/** A fault and the path of its subject in the template. */
export interface FaultAtPath extends Fault {
  path: (string | number)[]
}

/** A recital, article, clause or item, with its path and the parts around it. */
export interface TemplatePart {
  id: string
  path: (string | number)[]
  was?: FormerIds['was']
  when?: Condition
  clause?: Clause
  parent?: TemplatePart
}

/** Recitals, articles, clauses and items in document order. */
export function listParts(template: Template): TemplatePart[] {
  const parts: TemplatePart[] = []
  const add = (clause: Clause, path: TemplatePart['path'], parent?: TemplatePart) => {
    const part: TemplatePart = { id: clause.id, was: clause.was, path, when: clause.when, clause, parent }
    parts.push(part)
    for (const [index, item] of (clause.items ?? []).entries()) add(item, [...path, 'items', index], part)
  }
  for (const [index, recital] of template.recitals.entries()) add(recital, ['recitals', index])
  for (const list of ['articles', 'annexes'] as const) {
    for (const [index, article] of (template[list] ?? []).entries()) {
      const { id, was, when } = article
      const part: TemplatePart = { id, was, path: [list, index], when }
      parts.push(part)
      for (const [place, clause] of article.clauses.entries()) {
        add(clause, [...part.path, 'clauses', place], part)
      }
    }
  }
  return parts
}

/** Ids that occur twice within one list. */
export function repeated(list: { id: string }[], path: FaultAtPath['path']): FaultAtPath[] {
  return list.flatMap(({ id }, index) =>
    list.findIndex((one) => one.id === id) < index
      ? [{ path: [...path, index, 'id'], code: 'idTaken', values: { id } }]
      : [],
  )
}

/**
 * Whether every object inherits a property with this name. Such an id is refused, because an answer stored
 * under it would be lost.
 */
export const isInherited = (id: string): boolean => id in {} || id === 'prototype'

/** All ids that a part had in earlier versions. */
export const formerIds = ({ was = [] }: Pick<FormerIds, 'was'>): string[] => [was].flat()

/** Checks that no former id is in use as an id or listed twice. */
export function checkFormerIds(list: (FormerIds & Pick<FaultAtPath, 'path'>)[]): FaultAtPath[] {
  const currentIds = new Set(list.map(({ id }) => id))
  const usedFormerIds = new Set<string>()
  return list.flatMap((one) =>
    formerIds(one).flatMap((id): FaultAtPath[] => {
      const path = [...one.path, 'was']
      if (currentIds.has(id)) return [{ path, code: 'wasStands', values: { id } }]
      if (usedFormerIds.has(id)) return [{ path, code: 'wasTwice', values: { id } }]
      usedFormerIds.add(id)
      return []
    }),
  )
}

/** The maximum number of parties in any document of the template. */
export const maxParties = ({ moreParties, parties }: Template): number =>
  Math.max(moreParties?.upTo ?? 0, parties.length)
