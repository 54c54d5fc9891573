import type { Side } from '../answers.ts'
import { decidingFields, type Facts, holds } from '../conditions.ts'
import { hash } from '../confirmation/hash.ts'
import { isTextField, tooLong } from '../fields.ts'
import { clauseAnswer, type OutlinedArticle } from '../outline.ts'
import { advicePoints } from '../rules/advice.ts'
import { datePoints } from '../rules/date-advice.ts'
import { rulePoints } from '../rules/rules.ts'
import type { MarkProblem, Scene } from '../scene.ts'
import { tablePoints } from '../tables/table-points.ts'
import type { Clause, Condition, FieldValue } from '../template/template.ts'
import type { ArticleNode, ClauseNode, DocumentTree, OpenPoint } from '../tree.ts'
import { asTwin, missingOn, staleOn } from '../twins.ts'
import { machinePoints } from './machine-points.ts'
import { partyPoints } from './open-parties.ts'

/** The problems that an open point can have. */
export const openProblems = [
  'contactMissing',
  'signerMissing',
  'formatInvalid',
  'phoneInvalid',
  'creditCodeInvalid',
  'identityCardInvalid',
  'sameNumber',
  'sameName',
  'textEmpty',
  'chineseMissing',
  'englishMissing',
  'chineseStale',
  'englishStale',
  'unknownMark',
  'referenceUnknown',
  'referenceLeftOut',
  'partyMissing',
  'wrongType',
  'wholeNumber',
  'tooSmall',
  'tooLarge',
  'tooLong',
  'noSuchDay',
  'unknownOption',
  'unknownCurrency',
  'unknownUnit',
  'unprintable',
  'shareInvalid',
  'languageNeeded',
  'listEmpty',
  'tooFewRows',
  'tooManyRows',
  'rule',
  'longPast',
  'farAhead',
  'statutory',
  'blankLeft',
] as const

/** The open points in document order: parties, recitals, articles. */
export function openPoints(
  tree: Omit<DocumentTree, 'open'>,
  articles: OutlinedArticle[],
  facts: Facts,
  scene: Scene,
): OpenPoint[] {
  const points = [...languagePoints(scene), ...scene.parties.flatMap((party) => partyPoints(party, scene))]
  const reportedFields = new Set<string>()
  const liveFields = new Map<string, string | undefined>()
  const clauses = new Map<string, boolean>()
  const addDecidingFields = (when: Condition | undefined, clause?: string) => {
    for (const id of decidingFields(when, facts)) {
      if (!liveFields.has(id)) liveFields.set(id, clause)
      points.push(...fieldPoints(id, [], clause, reportedFields, scene))
    }
  }
  const visit = (node: ClauseNode, clause: Clause) => {
    if (node.leftOut === 'dropped') return
    addDecidingFields(clause.when, node.id)
    if (!node.kept) return
    for (const { kind, target } of scene.sides.flatMap((side) => node.text[side]))
      if (kind === 'field' && target && !liveFields.get(target)) liveFields.set(target, node.id)
    if (node.table && !liveFields.get(node.table.field)) liveFields.set(node.table.field, node.id)
    clauses.set(node.id, node.state === 'custom')
    points.push(...clausePoints(node, reportedFields, scene))
    if (clause.statutory && node.state === 'custom') points.push(statutoryPoint(node, scene))
    if (clause.items?.length && node.state !== 'custom' && !node.items.some(({ kept }) => kept))
      points.push({ kind: 'invalid', at: node.id, clause: node.id, problem: 'listEmpty' })
    for (const [index, item] of (clause.items ?? []).entries()) {
      const itemNode = node.items[index]
      if (itemNode) visit(itemNode, item)
    }
  }
  visitPairs(tree.recitals, scene.template.recitals, visit)
  for (const [index, { article, clauses }] of articles.entries()) {
    addDecidingFields(article.when)
    points.push(...titlePoints(tree.articles[index], scene))
    if (holds(article.when, facts)) visitPairs(tree.articles[index]?.clauses ?? [], clauses, visit)
  }
  return [
    ...points,
    ...rulePoints(scene.template, facts, liveFields),
    ...advicePoints(scene.template, facts, liveFields),
    ...datePoints(scene, liveFields),
    ...machinePoints(scene, { clauses, fields: liveFields }),
  ]
}

/** An open point if the document does not include the language that the template requires. */
function languagePoints({ template: { needs }, sides }: Scene): OpenPoint[] {
  if (!needs || sides.includes(needs)) return []
  const field = needs === 'zh' ? 'chinese' : 'english'
  return [{ kind: 'invalid', at: 'languages', field, problem: 'languageNeeded' }]
}

function visitPairs(
  nodes: ClauseNode[],
  clauses: Clause[],
  visit: (node: ClauseNode, clause: Clause) => void,
) {
  for (const [index, clause] of clauses.entries()) {
    const node = nodes[index]
    if (node) visit(node, clause)
  }
}

/** The maximum length of an article's title, in characters. */
const maxTitleLength = 200

/** Open points about the title of an article that the creator added. */
function titlePoints(node: ArticleNode | undefined, scene: Scene): OpenPoint[] {
  if (!node?.added || !node.kept) return []
  const place = { at: node.id, clause: node.id }
  const problem = scene.sides.map((side) => tooLong(node.title[side], maxTitleLength)).find((one) => one)
  if (problem) return [{ kind: 'invalid', ...place, ...problem }]
  if (scene.sides.some((side) => !node.title[side].trim())) {
    return [{ kind: 'invalid', ...place, problem: 'textEmpty' }]
  }
  return node.stale && scene.sides.length > 1 ? [{ kind: 'stale', ...place }] : []
}

function clausePoints(node: ClauseNode, reportedFields: Set<string>, scene: Scene): OpenPoint[] {
  const place = { at: node.id, clause: node.id }
  const points = [
    ...printedFieldPoints(node, reportedFields, scene),
    ...printedTablePoints(node, reportedFields, scene),
  ]
  if (scene.sides.some((side) => !node.text[side].some(({ text }) => text.trim()))) {
    points.push({ kind: 'invalid', ...place, problem: 'textEmpty' })
  }
  points.push(...lengthPoints(node, scene), ...markPoints(node, scene))
  if (node.stale && isBilingualCustom(node, scene)) points.push({ kind: 'stale', ...place })
  return points
}

/** An open point for a clause that mandatory law requires and that has a custom text. */
function statutoryPoint({ id }: ClauseNode, scene: Scene): OpenPoint {
  const { zh, en } = clauseAnswer(scene.answers, id)?.custom ?? { zh: '', en: '' }
  return {
    kind: 'statutory',
    at: id,
    clause: id,
    problem: 'statutory',
    contentHash: hash(`${zh}\u0000${en}`),
  }
}

/** An open point for a custom text that is too long. */
function lengthPoints(node: ClauseNode, scene: Scene): OpenPoint[] {
  const custom = clauseAnswer(scene.answers, node.id)?.custom
  const problem = custom && scene.sides.map((side) => tooLong(custom[side])).find((one) => one)
  return problem ? [{ kind: 'invalid', at: node.id, clause: node.id, ...problem }] : []
}

/** Whether the clause has a custom text and the document two languages. */
const isBilingualCustom = (node: ClauseNode, scene: Scene) =>
  node.state === 'custom' && scene.sides.length > 1

/** Open points about the fields that a clause prints; only the sides that print a field are checked. */
function printedFieldPoints(node: ClauseNode, reportedFields: Set<string>, scene: Scene): OpenPoint[] {
  const sidesByField = new Map<string, Side[]>()
  for (const side of scene.sides) {
    for (const run of node.text[side]) {
      if (run.kind === 'field' && run.target)
        sidesByField.set(run.target, [...(sidesByField.get(run.target) ?? []), side])
    }
  }
  return [...sidesByField].flatMap(([id, sides]) => fieldPoints(id, sides, node.id, reportedFields, scene))
}

/** Open points for the table below a clause: about the whole table, or else about its cells. */
function printedTablePoints(
  { id, table }: ClauseNode,
  reportedFields: Set<string>,
  scene: Scene,
): OpenPoint[] {
  const answeredField = table && scene.fields.get(table.field)
  if (!answeredField) return []
  const { field, value } = answeredField
  const tableProblems = fieldPoints(field.id, [], id, reportedFields, scene)
  return tableProblems.length > 0 ? tableProblems : tablePoints(field, value, id, scene.sides)
}

function fieldPoints(
  id: string,
  sides: Side[],
  clause: string | undefined,
  reportedFields: Set<string>,
  scene: Scene,
): OpenPoint[] {
  const answeredField = scene.fields.get(id)
  if (!answeredField || reportedFields.has(id)) return []
  const place = { at: id, field: id, ...(clause && { clause }) }
  const { field, value, problem } = answeredField
  const points = problem
    ? ({ kind: 'invalid', ...problem } as const)
    : value === undefined
      ? field.required && ({ kind: 'required' } as const)
      : isTextField(field) && textPoint(value, field.required === true, sides, scene)
  if (!points) return []
  reportedFields.add(id)
  return [{ ...points, ...place }]
}

/** An open point for a printed text without one or both of its sides. */
function textPoint(value: FieldValue, required: boolean, sides: Side[], scene: Scene) {
  if (scene.sides.length < 2) {
    const empty = typeof value === 'object' && sides.some((side) => !asTwin(value)[side].trim())
    return required && empty && ({ kind: 'required' } as const)
  }
  const twin = asTwin(value)
  const missingSide = sides.find((side) => !twin[side].trim())
  if (missingSide) return missingOn(missingSide)
  return twin.stale && sides.includes(twin.stale) && staleOn(twin.stale)
}

function markPoints(node: ClauseNode, scene: Scene): OpenPoint[] {
  const problems = scene.problems.get(node.id)
  if (!problems) return []
  const byProblem = new Map<MarkProblem['problem'], { zh: Set<string>; en: Set<string> }>()
  for (const side of scene.sides) {
    for (const { problem, source } of problems[side]) {
      if (!byProblem.has(problem)) byProblem.set(problem, { zh: new Set(), en: new Set() })
      byProblem.get(problem)?.[side].add(source)
    }
  }
  return [...byProblem].map(([problem, { zh, en }]) => ({
    kind: 'invalid',
    at: node.id,
    clause: node.id,
    problem,
    detail: { zh: [...zh].join(' '), en: [...en].join(' ') },
  }))
}
