import type { Side } from '#assembly/answers.ts'
import type { SignatureLine } from '#assembly/tree.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import { type Colour, GREY } from './colour.ts'
import { partsAt, setText, type TypesetContext } from './context.ts'
import type { Fixture, PlacedLine } from './rows.ts'
import { type Element, wordsIn } from './structure/element.ts'

const millimetres = (length: number) => (length * 72) / 25.4

/** The space for a company's round seal (chop), stamped by hand or set as a picture. */
const SEAL = millimetres(40)
const SEAL_PICTURE = millimetres(42)
const LEADING = 1.35

/** The least heights of the lines, for signing by hand or for an electronic signature with its caption. */
export const BY_HAND = { seal: SEAL + 8, sign: 42, signer: 27, title: 27, place: 27, date: 27 }
export const BY_SIGNING = { seal: SEAL_PICTURE + 8, sign: 62, signer: 20, title: 20, place: 20, date: 20 }

/** The order of the lines in every block; lines that two adjacent blocks share are at one height. */
const ORDER = ['seal', 'sign', 'signer', 'title', 'place', 'date'] as const

/** One signature block: a heading, and lines to fill in. */
export interface Block {
  party: string
  /** The signatory of the lines; without one they are the party's. */
  signatory?: string
  x: number
  width: number
  /** The width of the labels. */
  label: number
  size: number
  heading: PlacedLine[]
  lines: { id: SignatureLine['id']; labels: PlacedLine[]; values: PlacedLine[]; element?: Element }[]
}

interface Drawn {
  fixtures: Fixture[]
  height: number
}

/** Draws blocks side by side, with each line at the same height in all of them. */
export function drawSideBySide(blocks: Block[], least: typeof BY_HAND): Drawn {
  const drawn = blocks.map((block) => ({ block, fixtures: headingOf(block) }))
  const heads = blocks.map(({ heading, size }) => (heading.length ? heading.length * size * 1.55 + 6 : 0))
  let foot = Math.max(0, ...heads)
  for (const id of ORDER) {
    const heights = blocks.flatMap((block) => heightsOf(block, id, least[id]))
    if (heights.length === 0) continue
    const top = foot
    foot += Math.max(...heights)
    for (const { block, fixtures } of drawn)
      fixtures.push(...drawLine(block, id, { top, foot, seal: least.seal - 8 }))
  }
  return { fixtures: drawn.flatMap(({ fixtures }) => fixtures), height: foot }
}

function headingOf({ heading, size }: Block): Fixture[] {
  const leading = size * 1.55
  return heading.map((part, index) => ({ kind: 'text', part, y: (index + 0.7) * leading }))
}

const smaller = ({ size }: Block) => (size - 0.8) * LEADING

function heightsOf(block: Block, id: SignatureLine['id'], least: number): number[] {
  return block.lines
    .filter((line) => line.id === id)
    .map(({ labels, values }) => Math.max(least, Math.max(labels.length, values.length) * smaller(block) + 8))
}

/** A label, a rule to write on with the known value, and the place for a signature, seal or date. */
function drawLine(
  block: Block,
  id: SignatureLine['id'],
  { top, foot, seal }: { top: number; foot: number; seal: number },
): Fixture[] {
  const line = block.lines.find((one) => one.id === id)
  if (!line) return []
  const leading = smaller(block)
  // A label is on the rule, as on a printed form; beside a seal there is no rule, and the label is at the
  // top.
  const last = id === 'seal' ? top + line.labels.length * leading + 4 : foot - 5
  const texts = [line.labels, line.values].flatMap((parts) =>
    parts.map(
      (part, index): Fixture => ({ kind: 'text', part, y: last - (parts.length - 1 - index) * leading }),
    ),
  )
  const room = { x: block.x + block.label, width: block.width - block.label }
  const rule: Fixture[] = id === 'seal' ? [] : [{ kind: 'rule', ...room, y: foot - 1, colour: GREY }]
  const size = id === 'seal' ? { width: seal, height: seal } : { width: room.width, height: foot - top - 5 }
  const { party, signatory } = block
  const { element } = line
  const place = {
    party,
    ...(signatory && { signatory }),
    element,
    x: room.x,
    y: foot - 2 - size.height,
    ...size,
  }
  return [...texts, ...rule, ...(isFilled(id, block) ? [{ kind: 'place' as const, of: id, ...place }] : [])]
}

/** Whether the line is filled in later, by hand or by the signing itself, which also records the place. */
const isFilled = (id: SignatureLine['id'], { signatory }: Block): id is 'sign' | 'seal' | 'place' | 'date' =>
  id === 'sign' || id === 'seal' || id === 'date' || (id === 'place' && signatory !== undefined)

/** The texts of several sides below each other; equal texts are printed once. */
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
