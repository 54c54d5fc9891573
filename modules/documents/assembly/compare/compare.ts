import type { Side } from '../answers.ts'
import { runsText } from '../plain.ts'
import type { DocumentTree, Sides } from '../tree.ts'
import { type Block, blocksOf } from './blocks.ts'
import { compareWords, type Piece, sameWords } from './words.ts'

/** A paragraph of the document now, or one that is gone, with what has changed in it. */
export interface Row {
  id: string
  kind: Block['kind']
  /** As printed now; of one that is gone, as it was. */
  label: Sides<string>
  change?: 'added' | 'dropped' | 'reworded'
  /** It stands elsewhere among the others than before; that it only has another number is no move. */
  moved?: true
  text: Sides<Piece[]>
}

export const isChanged = ({ change, moved }: Row): boolean => Boolean(change || moved)

/**
 * Compares two versions of a document paragraph by paragraph, in both languages, and word by word within them. The
 * rows stand in the order of now, those gone behind what they stood behind.
 */
export function compareTrees(before: DocumentTree, after: DocumentTree): Row[] {
  const [old, current] = [blocksOf(before), blocksOf(after)]
  const was = new Map(old.map((block) => [block.id, block]))
  const is = new Set(current.map(({ id }) => id))
  const stayed = inOrder(
    old.map(({ id }) => id).filter((id) => is.has(id)),
    current.map(({ id }) => id),
  )
  const gone = goneBehind(old, is)
  const rows = (gone.get(null) ?? []).map(droppedRow)
  for (const block of current) {
    const then = was.get(block.id)
    rows.push(
      then ? keptRow(then, block, { stayed: stayed.has(block.id), sides: after.sides }) : addedRow(block),
    )
    rows.push(...(gone.get(block.id) ?? []).map(droppedRow))
  }
  return rows
}

/** By what they stood behind (null: first), the blocks that are gone. */
function goneBehind(old: Block[], is: Set<string>): Map<string | null, Block[]> {
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

/** Of those that both have, the most that stand in the same order: whatever is not among them was moved. */
function inOrder(old: string[], current: string[]): Set<string> {
  const place = new Map(current.map((id, index) => [id, index]))
  // The longest rising run of places: `tails` holds, for each length, the run that ends lowest.
  const tails: { id: string; before?: (typeof tails)[number] }[] = []
  for (const id of old) {
    const at = tails.findIndex((tail) => place.get(tail.id)! > place.get(id)!)
    const length = at < 0 ? tails.length : at
    tails[length] = { id, before: tails[length - 1] }
  }
  const stayed = new Set<string>()
  for (let one = tails.at(-1); one; one = one.before) stayed.add(one.id)
  return stayed
}

const droppedRow = ({ id, kind, label, text }: Block): Row => ({
  ...{ id, kind, label, change: 'dropped' },
  text: whole(text, 'dropped'),
})

const addedRow = ({ id, kind, label, text }: Block): Row => ({
  ...{ id, kind, label, change: 'added' },
  text: whole(text, 'added'),
})

function keptRow(
  then: Block,
  { id, kind, label, text }: Block,
  { stayed, sides }: { stayed: boolean; sides: Side[] },
): Row {
  const same = sides.every((side) => sameWords(then.text[side], text[side]))
  return {
    ...{ id, kind, label },
    ...(!same && { change: 'reworded' }),
    ...(!stayed && { moved: true }),
    text: {
      zh: compareWords(then.text.zh, text.zh, 'zh'),
      en: compareWords(then.text.en, text.en, 'en'),
    },
  }
}

const whole = (text: Block['text'], change: Piece['change']): Sides<Piece[]> => ({
  zh: [{ text: runsText(text.zh), change }],
  en: [{ text: runsText(text.en), change }],
})
