import { parseMarks } from '../marks.ts'
import { type Age, agesOf, fieldsOf, type Leaf, leavesOf } from '../rules/leaves.ts'
import type { Fault } from './faults.ts'
import type { Condition, Template } from './template.ts'
import { type FaultAtPath, maxParties, type TemplatePart } from './template-parts.ts'

/**
 * Checks that conditions name existing things, that every field is used, and that conditions do not depend
 * on each other in a cycle.
 */
export function checkConditions(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const rules = (['rules', 'advise'] as const).flatMap((list) =>
    (template[list] ?? []).flatMap(({ when, must }, index) => [
      { when, path: [list, index, 'when'] },
      { when: must, path: [list, index, 'must'] },
    ]),
  )
  const dates = (template.dates ?? []).map(({ when }, index) => ({ when, path: ['dates', index, 'when'] }))
  const conditions = [
    ...parts.map(({ when, path }) => ({ when, path: [...path, 'when'] })),
    ...rules,
    ...dates,
  ]
  const faults = conditions.flatMap(({ when, path }) =>
    leavesOf(when).flatMap(({ leaf }) => {
      const fault = checkLeaf(leaf, template, parts)
      return fault ? [{ path, ...fault }] : []
    }),
  )
  return [
    ...faults,
    ...unusedFields(template, parts),
    ...conditionCycles(parts),
    ...parts.flatMap(dependsOnParent),
  ]
}

/** The minimum number of parties in any document where the condition holds. */
export function guaranteedParties(when: Condition | undefined): number {
  if (!when) return 0
  if ('parties' in when) return when.parties.atLeast
  if ('all' in when) return Math.max(0, ...when.all.map(guaranteedParties))
  return 'any' in when && when.any.length ? Math.min(...when.any.map(guaranteedParties)) : 0
}

/** The fault of a leaf that names something that the template does not have. */
function checkLeaf(leaf: Leaf, template: Template, parts: TemplatePart[]): Fault | undefined {
  if ('field' in leaf) return checkAnswer(leaf.field, leaf.is, template)
  if ('filled' in leaf) return hasField(leaf.filled, template)
  if ('kept' in leaf) {
    return parts.some(({ id }) => id === leaf.kept)
      ? undefined
      : { code: 'noClause', values: { id: leaf.kept } }
  }
  const max = maxParties(template)
  if ('parties' in leaf) {
    return leaf.parties.atLeast <= max
      ? undefined
      : { code: 'neverSoMany', values: { count: leaf.parties.atLeast } }
  }
  if ('party' in leaf) {
    return leaf.party.length > 1 || leaf.party.charCodeAt(0) - 96 <= max
      ? undefined
      : { code: 'noParty', values: { key: leaf.party } }
  }
  if (!('chosen' in leaf)) {
    const fields = fieldsOf(leaf).map((id) => hasField(id, template))
    const ages = agesOf(leaf).map((age) => checkAge(age, max, template))
    return [...fields, ...ages].find((fault) => fault)
  }
  const clause = parts.find(({ id }) => id === leaf.chosen)?.clause
  if (!clause) return { code: 'noClause', values: { id: leaf.chosen } }
  if (clause.alternatives?.some(({ id }) => id === leaf.alternative)) return undefined
  return { code: 'noAlternative', values: { clause: leaf.chosen, id: leaf.alternative } }
}

/** Checks that an age refers to a party that can exist, and to a date. */
function checkAge({ age, on }: Age, max: number, { fields }: Template): Fault | undefined {
  if (age !== 'it' && age.charCodeAt(0) - 96 > max) return { code: 'noParty', values: { key: age } }
  const type = fields.find(({ id }) => id === on)?.type ?? 'date'
  return type === 'date' ? undefined : { code: 'notADate', values: { id: on, type } }
}

/** A list is kept while one of its items is, so the condition of an item must not depend on the list. */
function dependsOnParent({ id, when, parent, path }: TemplatePart): FaultAtPath[] {
  if (!parent?.clause) return []
  const dependsOnList = leavesOf(when).some(
    ({ leaf }) =>
      ('kept' in leaf && leaf.kept === parent.id) || ('chosen' in leaf && leaf.chosen === parent.id),
  )
  if (!dependsOnList) return []
  return [{ path: [...path, 'when'], code: 'asksItsClause', values: { id } }]
}

const hasField = (id: string, { fields }: Template): Fault | undefined =>
  fields.some((field) => field.id === id) ? undefined : { code: 'noField', values: { id } }

function checkAnswer(id: string, expected: string | boolean, template: Template): Fault | undefined {
  const field = template.fields.find((one) => one.id === id)
  if (!field) return { code: 'noField', values: { id } }
  if (field.type === 'boolean')
    return typeof expected === 'boolean' ? undefined : { code: 'isTrueOrFalse', values: { id } }
  if (field.type !== 'choice') return { code: 'notAskedByIs', values: { id, type: field.type } }
  if (field.options?.some((option) => option.id === expected)) return undefined
  return { code: 'noOption', values: { id, option: String(expected) } }
}

function unusedFields(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const usedFields = new Set<string>()
  for (const { clause, when } of parts) {
    for (const { leaf } of leavesOf(when)) {
      for (const field of fieldsOf(leaf)) usedFields.add(field)
      if ('filled' in leaf) usedFields.add(leaf.filled)
    }
    if (clause?.table) usedFields.add(clause.table)
    for (const { text } of clause ? [clause, ...(clause.alternatives ?? [])] : []) {
      for (const mark of parseMarks(text.zh)) if (mark.kind === 'field') usedFields.add(mark.id)
    }
  }
  return template.fields.flatMap(({ id }, index) =>
    usedFields.has(id) ? [] : [{ path: ['fields', index], code: 'idleField', values: { id } }],
  )
}

interface Dependency {
  to: string
  negated: boolean
}

function conditionCycles(parts: TemplatePart[]): FaultAtPath[] {
  const edges = dependencies(parts)
  const reachableById = new Map([...edges.keys()].map((id) => [id, reachable(id, edges)]))
  return parts.flatMap(({ id, path, clause, when }): FaultAtPath[] => {
    const whenPath = when ? [...path, 'when'] : path
    const ownEdges = [...(edges.get(id) ?? []), ...(edges.get(`when:${id}`) ?? [])]
    const isUndecided = ownEdges.some(
      ({ to, negated }) => negated && (reachableById.get(to)?.has(id) || to === id),
    )
    if (isUndecided) return [{ path: whenPath, code: 'circleThroughNot', values: { id } }]
    if (clause?.droppable !== false || !reachableById.get(id)?.has(id)) return []
    return [{ path: whenPath, code: 'circleOfUndroppable', values: { id } }]
  })
}

/**
 * Which parts decide whether a part is kept. An article depends on its condition and its clauses; a clause
 * only on the condition of its article.
 */
function dependencies(parts: TemplatePart[]): Map<string, Dependency[]> {
  const edges = new Map<string, Dependency[]>()
  const add = (source: string, target: string, negated = false) => {
    edges.set(source, [...(edges.get(source) ?? []), { to: target, negated }])
  }
  for (const { id, clause, parent, when } of parts) {
    const node = clause ? id : `when:${id}`
    edges.set(node, edges.get(node) ?? [])
    for (const { leaf, negated } of leavesOf(when)) {
      if ('kept' in leaf) add(node, leaf.kept, negated)
      if ('chosen' in leaf) add(node, leaf.chosen, negated)
    }
    if (!clause) add(id, node)
    else if (parent?.clause) add(id, parent.id)
    else if (parent) {
      add(id, `when:${parent.id}`)
      add(parent.id, id)
    }
  }
  return edges
}

function reachable(start: string, edges: Map<string, Dependency[]>): Set<string> {
  const reachedIds = new Set<string>()
  const pending = [...(edges.get(start) ?? [])]
  for (let edge = pending.pop(); edge; edge = pending.pop()) {
    if (reachedIds.has(edge.to)) continue
    reachedIds.add(edge.to)
    pending.push(...(edges.get(edge.to) ?? []))
  }
  return reachedIds
}
