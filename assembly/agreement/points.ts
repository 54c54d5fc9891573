import type { Answers, DocumentSource } from '../answers.ts'
import { confirmationOf } from '../confirmation/confirmation.ts'
import { isTextField } from '../fields.ts'
import { MAX_COMPARED_NUMBERS } from '../numbers/mismatch.ts'
import { blankPoints } from '../open-points/blank-points.ts'
import { clauseAnswer } from '../outline.ts'
import type { Template } from '../template/template.ts'
import type { ClauseNode, DocumentTree, OpenPoint, Run, Sides } from '../tree.ts'
import { fingerprint, isAcknowledged } from './acknowledged-finding.ts'
import { compareSides } from './compare-sides.ts'
import type { Finding } from './finding.ts'
import { partyDetailPoints } from './party-details.ts'
import { doubtsAt } from './second-reading.ts'
import { checkTerms } from './tree-terms.ts'

/**
 * How many characters of custom texts are compared in a document; no real document has more. Limits the
 * time.
 */
const MAX_COMPARED_CHARACTERS = 150_000

/** The properties of a document's source that the comparison needs. */
type TreeSource = Pick<DocumentSource, 'template' | 'answers'>

type Comparable = Pick<DocumentTree, 'sides' | 'recitals' | 'articles' | 'parties'>

/**
 * Open points for differences between Chinese and English in the creator's own texts and in the terms of the
 * document, without acknowledged findings; and for blanks in texts from the library.
 */
export function agreementPoints(tree: Comparable, { template, answers }: TreeSource): OpenPoint[] {
  const differences = allPoints(tree, { template, answers }).filter((point) => !isConfirmed(point, answers))
  return [...blankPoints(tree, answers), ...differences]
}

/** The findings that were acknowledged. */
export function acknowledgedPoints(tree: Comparable, { template, answers }: TreeSource): OpenPoint[] {
  return allPoints(tree, { template, answers }).filter((point) => isConfirmed(point, answers))
}

/**
 * A finding about a clause is acknowledged in the answer to that clause, one about a party in the list of
 * confirmations.
 */
const isConfirmed = (point: OpenPoint, answers: Answers) =>
  confirmationOf(answers, point) !== undefined || isAcknowledged(point, clauseAnswer(answers, point.at))

function allPoints(tree: Comparable, { template, answers }: TreeSource): OpenPoint[] {
  if (tree.sides.length < 2) return []
  const roles = tree.parties.map(({ role }) => role)
  const budget = { numbers: MAX_COMPARED_NUMBERS, characters: MAX_COMPARED_CHARACTERS, roles }
  const clausePoints = ownTexts(tree).flatMap((node) =>
    [...findingsOf(node, budget), ...doubtsAt(`clause:${node.id}`, answers)].map((finding) =>
      pointAt(node, finding),
    ),
  )
  const cellPoints = cellTexts(tree).flatMap(({ node, cell, place, row }) =>
    [
      ...findingsOf(cell, budget),
      ...doubtsAt(`cell:${node.table!.field}.${row}.${place.column}`, answers),
    ].map((finding) => ({
      ...pointAt(node, finding),
      field: node.table!.field,
      cell: place,
      contentHash: fingerprint(cell),
    })),
  )
  const fieldPoints = fieldTexts(tree, template).flatMap(({ node, field, text }) =>
    [...findingsOf(text, budget), ...doubtsAt(`field:${field}`, answers)].map((finding) => ({
      ...pointAt(node, finding),
      field,
      contentHash: fingerprint(text),
    })),
  )
  return [
    ...partyDetailPoints(answers.parties),
    ...clausePoints,
    ...cellPoints,
    ...fieldPoints,
    ...checkTerms(tree, template).map(({ node, ...finding }) => pointAt(node, finding)),
  ]
}

const pointAt = (node: ClauseNode, { check, grade, detail }: Finding): OpenPoint => ({
  kind: 'mismatch',
  at: node.id,
  clause: node.id,
  check,
  grade,
  detail,
  contentHash: fingerprint(node),
})

/** The custom texts, in document order. */
const ownTexts = (tree: Comparable): ClauseNode[] =>
  printedNodes(tree).filter(
    ({ state, text }) => state === 'custom' && isWritten(text.zh) && isWritten(text.en),
  )

function printedNodes({ recitals, articles }: Comparable): ClauseNode[] {
  const topNodes = [...recitals, ...articles.filter(({ kept }) => kept).flatMap(({ clauses }) => clauses)]
  return topNodes
    .filter(({ kept }) => kept)
    .flatMap((node) => [node, ...node.items.filter(({ kept }) => kept)])
}

/** The values of text fields that differ by language, each at the place where it is printed first. */
function fieldTexts(tree: Comparable, { fields }: Template) {
  const uncomparedIds = new Set(fields.filter(isTextField).map(({ id }) => id))
  return printedNodes(tree).flatMap((node) =>
    node.text.zh.flatMap((zh) => {
      const field = zh.target
      if (zh.kind !== 'field' || !field || !uncomparedIds.has(field)) return []
      const en = node.text.en.find((one) => one.kind === 'field' && one.target === field)
      if (!en || zh.empty || en.empty || zh.text === en.text) return []
      uncomparedIds.delete(field)
      return [{ node, field, text: asText(zh, { zh: [zh], en: [en] }) }]
    }),
  )
}

/** Table cells whose texts differ by language. Computed cells have equal text in both. */
function cellTexts({ recitals, articles }: Comparable) {
  const topNodes = [...recitals, ...articles.filter(({ kept }) => kept).flatMap(({ clauses }) => clauses)]
  return topNodes.flatMap((node) => {
    const { columns = [], rows = [] } = (node.kept && node.table) || {}
    return rows.flatMap(({ id, cells, total }, row) =>
      total
        ? []
        : cells.flatMap((cell, index) => {
            const zh = cell.text.zh[0]
            const en = cell.text.en[0]
            if (!zh?.text.trim() || !en?.text.trim() || zh.text === en.text || zh.empty) return []
            const place = { row: row + 1, column: columns[index]!.id }
            return [{ node, cell: asText(cell, cell.text), place, row: id }]
          }),
    )
  })
}

const texts = new WeakMap<object, Pick<ClauseNode, 'text'>>()

/**
 * Wraps runs as the text of a clause. Returns the same object for the same key, because findings are cached
 * by that object.
 */
function asText(key: object, { zh, en }: Sides<Run[]>): Pick<ClauseNode, 'text'> {
  const cached = texts.get(key)
  if (cached) return cached
  const plain = (runs: Run[]) => runs.map(({ text }): Run => ({ kind: 'text', text }))
  const wrapped = { text: { zh: plain(zh), en: plain(en) } }
  texts.set(key, wrapped)
  return wrapped
}

/** A missing side has an open point of its own, so it is not compared. */
const isWritten = (runs: ClauseNode['text']['zh']) => runs.some(({ text }) => text.trim())

// A cache: the editor compares after every pause in typing, when only one of hundreds of texts has changed.
const cachedFindings = new WeakMap<Pick<ClauseNode, 'text'>, Finding[]>()

function findingsOf(
  node: Pick<ClauseNode, 'text'>,
  budget: { numbers: number; characters: number; roles: Sides<string>[] },
): Finding[] {
  const cached = cachedFindings.get(node)
  if (cached) return cached
  for (const side of ['zh', 'en'] as const)
    for (const { text } of node.text[side]) budget.characters -= text.length
  if (budget.characters < 0) return []
  const findings = compareSides(node.text, budget, budget.roles)
  cachedFindings.set(node, findings)
  return findings
}
