import type { Side } from '../assembly/answers.ts'
import { labelled, partyHeading } from '../assembly/plain.ts'
import type { SignatureNode } from '../assembly/tree.ts'
import { partsAt, setText, type TypesetContext } from './context.ts'
import type { Weight } from './fonts/faces.ts'
import { GREY, type Ink } from './ink.ts'
import type { Fixture, Part, Row } from './rows.ts'

/** A company's round seal measures 40 mm; what it is pressed on must be as large. */
const SEAL = (40 * 72) / 25.4
const BETWEEN = 24
const LEADING = 1.35
const HEIGHTS = { sign: 42, seal: SEAL + 8, signer: 27, title: 27, place: 27, date: 27 }

/** The signature area: the parties' blocks two by two, each in all printed languages, never divided. */
export function signatureRows(context: TypesetContext, signatures: SignatureNode[]): Row[] {
  const { x, width } = context.sheet.full
  const half = (width - BETWEEN) / 2
  return signatures.flatMap((left, index) => {
    if (index % 2 === 1) return []
    const pair = [left, ...signatures.slice(index + 1, index + 2)]
    const blocks = pair.map((party, place) => blockOf(context, party, x + place * (half + BETWEEN), half))
    const height = Math.max(...blocks.map((block) => block.height))
    return [{ before: 30, cells: [], height, fixtures: blocks.flatMap(({ fixtures }) => fixtures) }]
  })
}

interface Block {
  fixtures: Fixture[]
  height: number
}

function blockOf(context: TypesetContext, party: SignatureNode, x: number, width: number): Block {
  const block: Block = { fixtures: [], height: 0 }
  const size = context.sheet.body.en.size
  const heading = eachSide(context, (side) => partyHeading(party.label[side], '', party.name[side], side))
  stack(block, setSides(context, heading, { x, width, size, weight: 600 }), size * 1.55)
  block.height += 6
  for (const line of party.lines) addLine(context, block, party.key, line, { x, width })
  return block
}

/** A label, a rule to write on with what is known already, and the place a signature, seal or date will take. */
function addLine(
  context: TypesetContext,
  block: Block,
  party: string,
  { id, label: name, value }: SignatureNode['lines'][number],
  { x, width }: { x: number; width: number },
): void {
  const size = context.sheet.body.en.size - 0.8
  const label = context.sheet.signLabel
  const labels = setSides(
    context,
    eachSide(context, (side) => labelled(name[side], '', side)),
    { x, width: label - 8, size, ink: GREY },
  )
  const values = setSides(
    context,
    eachSide(context, (side) => value[side]),
    { x: x + label, width: width - label, size },
  )
  const height = Math.max(HEIGHTS[id], Math.max(labels.length, values.length) * size * LEADING + 8)
  const foot = block.height + height
  // A label stands on the rule, as on a printed form; beside a seal there is no rule, and it stands on top.
  const lastLine = id === 'seal' ? block.height + labels.length * size * LEADING + 4 : foot - 5
  for (const parts of [labels, values]) {
    parts.forEach((part, index) => {
      block.fixtures.push({ kind: 'text', part, y: lastLine - (parts.length - 1 - index) * size * LEADING })
    })
  }
  const room = { x: x + label, width: width - label }
  if (id !== 'seal') block.fixtures.push({ kind: 'rule', ...room, y: foot - 1, ink: GREY })
  if (id === 'sign' || id === 'seal' || id === 'date') {
    const size = id === 'seal' ? { width: SEAL, height: SEAL } : { width: room.width, height: height - 5 }
    block.fixtures.push({ kind: 'place', party, of: id, x: room.x, y: foot - 2 - size.height, ...size })
  }
  block.height = foot
}

/** What both sides say alike is printed once. */
function eachSide({ sheet }: TypesetContext, say: (side: Side) => string): Map<string, Side> {
  return new Map(sheet.columns.map(({ side }) => [say(side), side]))
}

function setSides(
  context: TypesetContext,
  texts: Map<string, Side>,
  style: { x: number; width: number; size: number; weight?: Weight; ink?: Ink },
): Part[] {
  const lines = [...texts].flatMap(([text, side]) =>
    setText(context, text, { ...style, side, justified: false }),
  )
  return partsAt(lines, style.x, style.size, style.ink).flat()
}

function stack(block: Block, parts: Part[], leading: number): void {
  for (const part of parts) {
    block.height += leading
    block.fixtures.push({ kind: 'text', part, y: block.height - leading * 0.3 })
  }
}
