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
    const lastGroup = groups.at(-1)
    if (!row.cells) groups.push(one)
    else if (Array.isArray(lastGroup) && tableOf(rowOf(lastGroup[0]!)) === tableOf(row)) lastGroup.push(one)
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
  const newBlocks = blocksOf(after)
  const newById = new Map(newBlocks.map((block) => [block.id, block]))
  const oldBlocks = blocksOf(before).map((block) => withNewPunctuation(block, newById.get(block.id)))
  return rowsBetween(oldBlocks, newBlocks, {
    sharedIds: new Set(newBlocks.map(({ id }) => id)),
    sides: after.sides,
  })
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
  const [oldBlocks, newBlocks] = [before, after].map((tree) =>
    blocksOf(tree).map(literal ? asWords : (block) => block),
  )
  return rowsBetween(oldBlocks!, newBlocks!, {
    sharedIds: unmovedBlocks(oldBlocks!, newBlocks!),
    sides: after.sides,
  })
}

/** As `compareTrees`, for blocks that the caller has made. */
export const compareBlocks = (before: Block[], after: Block[]): ComparedRow[] =>
  rowsBetween(before, after, { sharedIds: new Set(after.map(({ id }) => id)), sides: ['zh', 'en'] })

const withNewPunctuation = (oldBlock: Block, newBlock: Block | undefined): Block =>
  newBlock?.kind !== 'item'
    ? oldBlock
    : {
        ...oldBlock,
        text: {
          zh: withStopOf(newBlock.text.zh, oldBlock.text.zh, 'zh'),
          en: withStopOf(newBlock.text.en, oldBlock.text.en, 'en'),
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

/** Old blocks with one of `sharedIds` are compared with the new block of the same id; others were removed. */
function rowsBetween(
  oldBlocks: Block[],
  newBlocks: Block[],
  { sharedIds, sides }: { sharedIds: Set<string>; sides: Side[] },
): ComparedRow[] {
  const oldById = new Map(oldBlocks.filter(({ id }) => sharedIds.has(id)).map((block) => [block.id, block]))
  const unmovedIds = unmovedBlocks(oldBlocks, newBlocks)
  const removedBlocks = removedByPredecessor(oldBlocks, sharedIds)
  const rows = (removedBlocks.get(null) ?? []).map(droppedRow)
  for (const block of newBlocks) {
    const oldBlock = oldById.get(block.id)
    rows.push(
      oldBlock ? keptRow(oldBlock, block, { hasStayed: unmovedIds.has(block.id), sides }) : addedRow(block),
    )
    rows.push(...(removedBlocks.get(block.id) ?? []).map(droppedRow))
  }
  return rows
}

/** Groups removed blocks by the block before them; null is the key for the beginning. */
function removedByPredecessor(oldBlocks: Block[], sharedIds: Set<string>): Map<string | null, Block[]> {
  const removed = new Map<string | null, Block[]>()
  let predecessor: string | null = null
  for (const block of oldBlocks) {
    if (sharedIds.has(block.id)) predecessor = block.id
    else {
      const group = removed.get(predecessor)
      if (group) group.push(block)
      else removed.set(predecessor, [block])
    }
  }
  return removed
}

/** The ids of the longest common subsequence of the shared blocks; all other shared blocks moved. */
function unmovedBlocks(oldBlocks: Block[], newBlocks: Block[]): Set<string> {
  const positions = new Map(newBlocks.map(({ id }, index) => [id, index]))
  // Longest increasing subsequence: for each length, `tails` contains the subsequence whose last position is
  // lowest.
  const tails: { id: string; before?: (typeof tails)[number] }[] = []
  for (const { id } of oldBlocks.filter((block) => positions.has(block.id))) {
    const insertAt = tails.findIndex((tail) => positions.get(tail.id)! > positions.get(id)!)
    const length = insertAt < 0 ? tails.length : insertAt
    tails[length] = { id, before: tails[length - 1] }
  }
  const unmovedIds = new Set<string>()
  for (let one = tails.at(-1); one; one = one.before) unmovedIds.add(one.id)
  return unmovedIds
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
  text: wholeText(text, change),
  ...(cells && { cells: cells.map((cell) => ({ ...cell, text: wholeText(cell.text, change) })) }),
  ...(head && { head }),
})

function keptRow(
  oldBlock: Block,
  { id, kind, label, text, cells, head }: Block,
  { hasStayed, sides }: { hasStayed: boolean; sides: Side[] },
): ComparedRow {
  const isSame = sides.every((side) => sameWords(oldBlock.text[side], text[side]))
  return {
    id,
    kind,
    label,
    ...(!isSame && { change: 'reworded' }),
    ...(!hasStayed && { moved: true }),
    text: {
      zh: compareWords(oldBlock.text.zh, text.zh, 'zh'),
      en: compareWords(oldBlock.text.en, text.en, 'en'),
    },
    ...(cells && { cells: cells.map((cell, index) => keptCell(oldBlock.cells?.[index], cell)) }),
    ...(head && { head }),
  }
}

const keptCell = (oldCell: BlockCell | undefined, cell: BlockCell): RowCell => ({
  ...cell,
  text: {
    zh: compareWords(oldCell?.text.zh ?? [], cell.text.zh, 'zh'),
    en: compareWords(oldCell?.text.en ?? [], cell.text.en, 'en'),
  },
})

const wholeText = (text: Block['text'], change: ComparedWords['change']): Sides<ComparedWords[]> => ({
  zh: [{ text: runsText(text.zh), change }],
  en: [{ text: runsText(text.en), change }],
})

/** The printed sides of a cell to show: only one if both sides have equal texts and changes. */
export const sidesToShow = (text: Sides<ComparedWords[]>, sides: Side[]): Side[] =>
  JSON.stringify(text.zh) === JSON.stringify(text.en) ? sides.slice(0, 1) : sides
