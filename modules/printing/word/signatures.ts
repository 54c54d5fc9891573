import { type FileChild, LeaderType, Paragraph, TableRow, TabStopType, TextRun } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { DocumentTree, SignatureNode } from '#assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { cellOf, columnWidths, tableOf } from './tables.ts'

/**
 * The signature area: the parties' blocks in two columns, each in all printed languages and never divided.
 */
export function signatureBlocks(tree: DocumentTree): FileChild[] {
  const pairs = tree.signatures.flatMap((left, index) =>
    index % 2 === 0 ? [[left, ...tree.signatures.slice(index + 1, index + 2)]] : [],
  )
  const rows = pairs.map((pair) => {
    const cells = pair.map((party) => cellOf(blockOf(tree, party)))
    return new TableRow({
      cantSplit: true,
      children: cells.length === 2 ? cells : [...cells, cellOf([new Paragraph({})])],
    })
  })
  return rows.length > 0 ? [new Paragraph({ keepNext: true }), tableOf(rows, columnWidths(2))] : []
}

function blockOf(tree: DocumentTree, party: SignatureNode): Paragraph[] {
  const heading = eachSide(tree, (side) => partyHeading(party.label[side], '', party.name[side], side))
  return [
    ...heading.map(
      ([text, side]) =>
        new Paragraph({ children: runsOf(text, side, tree.languages.script, { heading: true }) }),
    ),
    ...party.lines.map((line) => lineOf(tree, line)),
    new Paragraph({}),
  ]
}

const LABEL = 2000
const RIGHT = 4500
/** The white space above a line for a signature or seal, in twentieths of a point. */
const ROOM: Partial<Record<SignatureNode['lines'][number]['id'], number>> = { sign: 480, seal: 120 }
const SEAL = 2300

function lineOf(tree: DocumentTree, { id, label, value }: SignatureNode['lines'][number]): Paragraph {
  const { script } = tree.languages
  const labels = eachSide(tree, (side) => labelled(label[side], '', side)).flatMap(([text, side], index) => [
    ...(index > 0 ? [new TextRun({ text: ' ' })] : []),
    ...runsOf(text, side, script),
  ])
  const values = eachSide(tree, (side) => value[side]).flatMap(([text, side]) => runsOf(text, side, script))
  return new Paragraph({
    spacing: { before: ROOM[id] ?? 200, after: id === 'seal' ? SEAL : 0 },
    tabStops: [
      { type: TabStopType.LEFT, position: LABEL },
      { type: TabStopType.RIGHT, position: RIGHT, leader: LeaderType.UNDERSCORE },
    ],
    children: [
      ...labels,
      ...(id === 'seal' ? [] : [new TextRun('\t')]),
      ...values,
      ...(id === 'seal' ? [] : [new TextRun('\t')]),
    ],
  })
}

/** A text that is equal on both sides is printed once. */
function eachSide({ sides }: DocumentTree, say: (side: Side) => string): [string, Side][] {
  return [...new Map(sides.map((side) => [say(side), side]))]
}
