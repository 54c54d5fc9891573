import type { Side } from '#assembly/answers.ts'
import type { SignatureLine } from '#assembly/tree.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import { type Colour, GREY } from './colour.ts'
import { partsAt, setText, type TypesetContext } from './context.ts'
import type { Fixture, PlacedLine } from './rows.ts'
import { type Element, wordsIn } from './structure/element.ts'

const millimetres = (length: number) => (length * 72) / 25.4

/** Space for a company's round seal (chop), whether stamped by hand or added as a picture. */
const SEAL = millimetres(40)
const SEAL_PICTURE = millimetres(42)
const LEADING = 1.35

/**
 * Minimum heights of the lines: BY_HAND for signing by hand, BY_SIGNING for an electronic signature with its
 * caption.
 */
export const BY_HAND = { seal: SEAL + 2, sign: 38, signer: 25, title: 25, place: 25, date: 25 }
export const BY_SIGNING = { seal: SEAL_PICTURE + 2, sign: 58, signer: 20, title: 20, place: 20, date: 20 }

/** Order of the lines in every block. */
const ORDER = ['seal', 'sign', 'signer', 'title', 'place', 'date'] as const

/**
 * A party's block: a heading, and below it parts with lines to fill in. The `x` of its lines is relative to
 * the block's edge.
 */
export interface Block {
  party: string
  width: number
  /** Width of the labels. */
  label: number
  size: number
  heading: PlacedLine[]
  parts: BlockPart[]
}

/** The lines of one signatory, or those of the party itself. */
interface BlockPart {
  signatory?: string
  lines: BlockLine[]
}

export interface BlockLine {
  id: SignatureLine['id']
  labels: PlacedLine[]
  values: PlacedLine[]
  /** The element of the filled-in text. */
  element?: Element
}

export interface DrawnBlock {
  fixtures: Fixture[]
  height: number
}

/** Space between two signatories of a party. */
const SIGNATORY_DISTANCE = 12

/**
 * Draws one block, or two side by side: parts with the same lines are aligned, and a part with fewer lines
 * is not stretched.
 */
export function drawAbreast(blocks: Block[], minHeights: typeof BY_HAND): DrawnBlock[] {
  const head = Math.max(
    ...blocks.map(({ heading, size }) => (heading.length ? heading.length * size * 1.55 + 6 : 0)),
  )
  const drawn = blocks.map((block) => ({ block, fixtures: headingOf(block), height: head }))
  const deepest = Math.max(...blocks.map(({ parts }) => parts.length))
  for (let index = 0; index < deepest; index++) {
    const having = drawn.filter(({ block }) => block.parts[index])
    const shapes = new Set(having.map(({ block, height }) => `${height} ${shapeOf(block.parts[index]!)}`))
    const groups = shapes.size === 1 ? [having] : having.map((one) => [one])
    for (const group of groups) drawParts(group, index, minHeights)
  }
  return drawn
}

const shapeOf = ({ lines }: BlockPart) => lines.map(({ id }) => id).join(' ')

function drawParts(
  group: (DrawnBlock & { block: Block })[],
  index: number,
  minHeights: typeof BY_HAND,
): void {
  let foot = group[0]!.height + (index > 0 ? SIGNATORY_DISTANCE : 0)
  for (const id of ORDER) {
    const heights = group.flatMap(({ block }) =>
      heightsOf(block, block.parts[index]!, { id, minHeight: minHeights[id] }),
    )
    if (heights.length === 0) continue
    const top = foot
    foot += Math.max(...heights)
    for (const { block, fixtures } of group)
      fixtures.push(...drawLine(block, block.parts[index]!, { id, top, foot, seal: minHeights.seal - 2 }))
  }
  for (const one of group) one.height = foot
}

function headingOf({ heading, size }: Block): Fixture[] {
  const leading = size * 1.55
  return heading.map((part, index) => ({ kind: 'text', part, y: (index + 0.7) * leading }))
}

const smaller = ({ size }: Block) => (size - 0.8) * LEADING

function heightsOf(
  block: Block,
  { lines }: BlockPart,
  { id, minHeight: minHeights }: { id: SignatureLine['id']; minHeight: number },
): number[] {
  return lines
    .filter((line) => line.id === id)
    .map(({ labels, values }) =>
      Math.max(minHeights, Math.max(labels.length, values.length) * smaller(block) + 8),
    )
}

/** A label, a rule to write on with the known value, and the place for a signature, seal or date. */
function drawLine(
  block: Block,
  { signatory, lines }: BlockPart,
  { id, top, foot, seal }: { id: SignatureLine['id']; top: number; foot: number; seal: number },
): Fixture[] {
  const line = lines.find((one) => one.id === id)
  if (!line) return []
  const leading = smaller(block)
  // A label is at the height of the rule, as on a printed form. A seal has no rule, so its label is at the
  // top.
  const last = id === 'seal' ? top + line.labels.length * leading + 4 : foot - 5
  const texts = [line.labels, line.values].flatMap((parts) =>
    parts.map(
      (part, index): Fixture => ({ kind: 'text', part, y: last - (parts.length - 1 - index) * leading }),
    ),
  )
  const room = { x: block.label, width: block.width - block.label }
  const rule: Fixture[] = id === 'seal' ? [] : [{ kind: 'rule', ...room, y: foot - 1, colour: GREY }]
  const size = id === 'seal' ? { width: seal, height: seal } : { width: room.width, height: foot - top - 5 }
  const { party } = block
  const { element } = line
  const place = {
    party,
    ...(signatory && { signatory }),
    element,
    x: room.x,
    y: foot - 2 - size.height,
    ...size,
  }
  return [
    ...texts,
    ...rule,
    ...(isFilled(id, signatory) ? [{ kind: 'place' as const, purpose: id, ...place }] : []),
  ]
}

/** Whether the line is filled in later: by hand, or by signing, which also needs the place. */
const isFilled = (id: SignatureLine['id'], signatory?: string): id is 'sign' | 'seal' | 'place' | 'date' =>
  id === 'sign' || id === 'seal' || id === 'date' || (id === 'place' && signatory !== undefined)

/** The texts of several sides, one below the other; equal texts are printed once. */
export function setSides(
  context: TypesetContext,
  say: (side: Side) => string,
  style: { x: number; width: number; size: number; weight?: Weight; colour?: Colour; element?: Element },
): PlacedLine[] {
  const texts = new Map(context.sheet.columns.map(({ side }) => [say(side), side]))
  const { x, size, colour, element } = style
  return [...texts].flatMap(([text, side]) => {
    const lines = setText(context, text, { ...style, side, justified: false })
    return partsAt(lines, {
      x,
      size,
      colour,
      element: element && text ? wordsIn(element, side) : undefined,
    }).flat()
  })
}
