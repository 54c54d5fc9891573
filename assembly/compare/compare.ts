import type { Side } from '../answers.ts'
import { withStopOf } from '../list-stops.ts'
import { runsText } from '../plain.ts'
import type { DocumentTree, Sides } from '../tree.ts'
import { type Block, type BlockCell, blocksOf } from './blocks.ts'
import { type ComparedWords, compareWords, sameWords } from './words.ts'

/** A paragraph of the new document, or a removed one, with its changes. */
export interface ComparedRow {
  id: string
  kind: Block['kind']
  /** The new number; for a removed paragraph the old one. */
  label: Sides<string>
  change?: 'added' | 'dropped' | 'reworded'
  /** Whether the paragraph moved in relation to the others; a mere change of its number is no move. */
  moved?: true
  text: Sides<ComparedWords[]>
  /** Table rows only. */
  cells?: RowCell[]
  head?: true
}

export interface RowCell extends Pick<BlockCell, 'span' | 'figures'> {
  text: Sides<ComparedWords[]>
}

/** Groups consecutive rows of the same table. */
export function tablesIn<T>(rows: T[], rowOf: (one: T) => ComparedRow): (T | T[])[] {
  const groups: (T | T[])[] = []
  for (const one of rows) {
    const row = rowOf(one)
    const last = groups.at(-1)
    if (!row.cells) groups.push(one)
    else if (Array.isArray(last) && tableOf(rowOf(last[0]!)) === tableOf(row)) last.push(one)
    else groups.push([one])
  }
  return groups
}

const tableOf = ({ id }: ComparedRow) => id.slice(0, id.indexOf('.'))

export const isChanged = ({ change, moved }: ComparedRow): boolean => Boolean(change || moved)

/**
 * Compares two versions of a document in both languages, paragraph by paragraph and word by word within
 * each. Rows have the new order; a removed row follows the paragraph that it followed before.
 */
export function compareTrees(before: DocumentTree, after: DocumentTree): ComparedRow[] {
  const current = blocksOf(after)
  const now = new Map(current.map((block) => [block.id, block]))
  const old = blocksOf(before).map((block) => withNewPunctuation(block, now.get(block.id)))
  return rowsBetween(old, current, { both: new Set(current.map(({ id }) => id)), sides: after.sides })
}

/**
 * As `compareTrees`, but a moved paragraph is removed at its old place and added at its new one, so that the
 * rows without the added ones have the old order. `literal`: compares references by their printed words.
 */
export function redlineRows(
  before: DocumentTree,
  after: DocumentTree,
  { literal = false } = {},
): ComparedRow[] {
  const [old, current] = [before, after].map((tree) =>
    blocksOf(tree).map(literal ? asWords : (block) => block),
  )
  return rowsBetween(old!, current!, { both: inOrder(old!, current!), sides: after.sides })
}

/** As `compareTrees`, for blocks that the caller has made. */
export const compareBlocks = (before: Block[], after: Block[]): ComparedRow[] =>
  rowsBetween(before, after, { both: new Set(after.map(({ id }) => id)), sides: ['zh', 'en'] })

const withNewPunctuation = (then: Block, now: Block | undefined): Block =>
  now?.kind !== 'item'
    ? then
    : {
        ...then,
        text: {
          zh: withStopOf(now.text.zh, then.text.zh, 'zh'),
          en: withStopOf(now.text.en, then.text.en, 'en'),
        },
      }

const asWords = (block: Block): Block => ({
  ...block,
  text: wordsOf(block.text),
  ...(block.cells && { cells: block.cells.map((cell) => ({ ...cell, text: wordsOf(cell.text) })) }),
})

const wordsOf = ({ zh, en }: Block['text']): Block['text'] => ({
  zh: [{ kind: 'text', text: runsText(zh) }],
  en: [{ kind: 'text', text: runsText(en) }],
})

/** `both`: the ids of the blocks that exist before and after. */
function rowsBetween(
  old: Block[],
  current: Block[],
  { both, sides }: { both: Set<string>; sides: Side[] },
): ComparedRow[] {
  const was = new Map(old.filter(({ id }) => both.has(id)).map((block) => [block.id, block]))
  const stayed = inOrder(old, current)
  const gone = removedByPredecessor(old, both)
  const rows = (gone.get(null) ?? []).map(droppedRow)
  for (const block of current) {
    const then = was.get(block.id)
    rows.push(then ? keptRow(then, block, { stayed: stayed.has(block.id), sides }) : addedRow(block))
    rows.push(...(gone.get(block.id) ?? []).map(droppedRow))
  }
  return rows
}

/** Groups removed blocks by the block before them; null is the key for the beginning. */
function removedByPredecessor(old: Block[], is: Set<string>): Map<string | null, Block[]> {
  const gone = new Map<string | null, Block[]>()
  let behind: string | null = null
  for (const block of old) {
    if (is.has(block.id)) behind = block.id
    else {
      const group = gone.get(behind)
      if (group) group.push(block)
      else gone.set(behind, [block])
    }
  }
  return gone
}

/** The ids of the longest common subsequence of the shared blocks; all other shared blocks moved. */
function inOrder(old: Block[], current: Block[]): Set<string> {
  const place = new Map(current.map(({ id }, index) => [id, index]))
  // Longest increasing subsequence: for each length, `tails` contains the run whose last place is lowest.
  const tails: { id: string; before?: (typeof tails)[number] }[] = []
  for (const { id } of old.filter((block) => place.has(block.id))) {
    const at = tails.findIndex((tail) => place.get(tail.id)! > place.get(id)!)
    const length = at < 0 ? tails.length : at
    tails[length] = { id, before: tails[length - 1] }
  }
  const stayed = new Set<string>()
  for (let one = tails.at(-1); one; one = one.before) stayed.add(one.id)
  return stayed
}

const droppedRow = (block: Block): ComparedRow => wholeRow(block, 'dropped')
const addedRow = (block: Block): ComparedRow => wholeRow(block, 'added')

const wholeRow = (
  { id, kind, label, text, cells, head }: Block,
  change: 'added' | 'dropped',
): ComparedRow => ({
  id,
  kind,
  label,
  change,
  text: whole(text, change),
  ...(cells && { cells: cells.map((cell) => ({ ...cell, text: whole(cell.text, change) })) }),
  ...(head && { head }),
})

function keptRow(
  then: Block,
  { id, kind, label, text, cells, head }: Block,
  { stayed, sides }: { stayed: boolean; sides: Side[] },
): ComparedRow {
  const same = sides.every((side) => sameWords(then.text[side], text[side]))
  return {
    id,
    kind,
    label,
    ...(!same && { change: 'reworded' }),
    ...(!stayed && { moved: true }),
    text: {
      zh: compareWords(then.text.zh, text.zh, 'zh'),
      en: compareWords(then.text.en, text.en, 'en'),
    },
    ...(cells && { cells: cells.map((cell, index) => keptCell(then.cells?.[index], cell)) }),
    ...(head && { head }),
  }
}

const keptCell = (then: BlockCell | undefined, cell: BlockCell): RowCell => ({
  ...cell,
  text: {
    zh: compareWords(then?.text.zh ?? [], cell.text.zh, 'zh'),
    en: compareWords(then?.text.en ?? [], cell.text.en, 'en'),
  },
})

const whole = (text: Block['text'], change: ComparedWords['change']): Sides<ComparedWords[]> => ({
  zh: [{ text: runsText(text.zh), change }],
  en: [{ text: runsText(text.en), change }],
})

/** The printed sides of a cell to show: only one if both sides have equal texts and changes. */
export const sidesWithChanges = (text: Sides<ComparedWords[]>, sides: Side[]): Side[] =>
  JSON.stringify(text.zh) === JSON.stringify(text.en) ? sides.slice(0, 1) : sides
