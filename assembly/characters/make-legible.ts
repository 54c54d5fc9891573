import type { Side } from '../answers.ts'
import type { ClauseNode, DocumentTree, OpenPoint, Run, Sides, TableNode } from '../tree.ts'
import { twinAttributes } from '../twins.ts'
import { characterName, replaceUnprintable, unprintableIn } from './printable.ts'

/** The place of a text, as the properties of an open point. */
type PointPlace = Pick<OpenPoint, 'at' | 'clause' | 'field'>

/**
 * Replaces unprintable characters in every text of a tree, so that all outputs show the same text, and
 * returns an open point for each affected text.
 */
export function makeLegible(tree: Omit<DocumentTree, 'open'>): OpenPoint[] {
  const unprintable = new Map<string, { place: PointPlace; characters: Set<string> }>()
  const addUnprintable = (place: PointPlace, text: string) => {
    const characters = unprintableIn(text)
    if (characters.length === 0) return
    const affected = unprintable.get(place.at) ?? { place, characters: new Set() }
    for (const character of characters) affected.characters.add(character)
    unprintable.set(place.at, affected)
  }
  const replaceIn = (text: string, place: PointPlace) => {
    addUnprintable(place, text)
    return replaceUnprintable(text)
  }
  const bothLegible = (texts: Sides<string>, place: PointPlace, english = place): Sides<string> => ({
    zh: tree.sides.includes('zh') ? replaceIn(texts.zh, place) : texts.zh,
    en: tree.sides.includes('en') ? replaceIn(texts.en, texts.en === texts.zh ? place : english) : texts.en,
  })
  const legibleAttribute = (key: string, texts: Sides<string>, field: string) => {
    const placeOf = (attribute: string): PointPlace => ({ at: `party:${key}.${attribute}`, field: attribute })
    return bothLegible(texts, placeOf(field), placeOf(englishOf(field)))
  }
  tree.number = replaceIn(tree.number, { at: 'number' })
  for (const party of tree.parties) {
    party.name = legibleAttribute(party.key, party.name, 'name')
    party.role = legibleAttribute(party.key, party.role, 'role')
    for (const line of party.lines) line.value = legibleAttribute(party.key, line.value, line.id)
  }
  for (const block of tree.signatures) {
    block.name = legibleAttribute(block.key, block.name, 'name')
    for (const line of block.lines)
      line.value = legibleAttribute(block.key, line.value, ATTRIBUTE[line.id] ?? line.id)
  }
  const isNoted = (placeId: string) => unprintable.has(placeId)
  const visit = (node: ClauseNode) => {
    if (!node.kept) return
    for (const side of tree.sides) node.text[side] = legibleRuns(node, side, replaceIn, isNoted)
    if (node.table) legibleTable(node.table, tree.sides, (text) => replaceIn(text, tablePlace(node)))
    node.items.forEach(visit)
  }
  tree.recitals.forEach(visit)
  for (const article of tree.articles) {
    if (!article.kept) continue
    if (article.added) article.title = bothLegible(article.title, { at: article.id, clause: article.id })
    article.clauses.forEach(visit)
  }
  return [...unprintable.values()].map(({ place, characters }) => {
    const names = [...characters].map(characterName).join(', ')
    return { kind: 'invalid', ...place, problem: 'unprintable', detail: { zh: names, en: names } }
  })
}

const tablePlace = ({ id, table }: ClauseNode): PointPlace => ({
  at: table!.field,
  field: table!.field,
  clause: id,
})

function legibleTable({ rows }: TableNode, sides: Side[], legibleText: (text: string) => string) {
  for (const { cells } of rows)
    for (const cell of cells)
      for (const side of sides)
        cell.text[side] = cell.text[side].map((run) => ({ ...run, text: legibleText(run.text) }))
}

/** The English counterpart of a party's attribute, if it has one. */
const englishOf = (field: string): string =>
  twinAttributes.some((attribute) => attribute === field) ? `${field}En` : field

const ATTRIBUTE: Record<string, string> = { signer: 'signerName', title: 'signerTitle' }

/** The runs of one side, without line feeds at the ends, which the output formats would show differently. */
function legibleRuns(
  node: ClauseNode,
  side: Side,
  legibleText: (text: string, place: PointPlace) => string,
  isNoted: (placeId: string) => boolean,
): Run[] {
  const placeOfRun = (run: Run) => {
    const place = placeOf(run, node)
    const english = { at: `${place.at}En`, field: `${place.field}En` }
    return side === 'en' && run.kind === 'party' && isNoted(english.at) ? english : place
  }
  const runs = node.text[side].map((run) => ({ ...run, text: legibleText(run.text, placeOfRun(run)) }))
  const firstRun = runs[0]
  const lastRun = runs.at(-1)
  if (firstRun) firstRun.text = firstRun.text.replace(/^\n+/, '')
  if (lastRun) lastRun.text = lastRun.text.replace(/(?<!\n)\n+$/, '')
  return runs
}

function placeOf(run: Run, node: ClauseNode): PointPlace {
  const clause = node.id
  if (run.kind === 'field' && run.target) return { at: run.target, field: run.target, clause }
  if (run.kind === 'party' && run.target) {
    const [key, field = 'name'] = run.target.split('.')
    return { at: `party:${key}.${field}`, field }
  }
  return { at: clause, clause }
}
