import { type FileChild, HeightRule, Paragraph, type Table, TableRow, VerticalAlign } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { DocumentTree, SignatureNode } from '#assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { cellOf, columnWidths, HAIRLINE, tableOf } from './tables.ts'

/**
 * The signature area: the parties' blocks in two columns, each in all printed languages and never divided.
 */
export function signatureBlocks(tree: DocumentTree): FileChild[] {
  const pairs = tree.signatures.flatMap((left, index) =>
    index % 2 === 0 ? [[left, ...tree.signatures.slice(index + 1, index + 2)]] : [],
  )
  const rows = pairs.map((pair) => {
    // Neighbouring blocks have the same height, so that their lines are level even if one name is longer.
    const cells = pair.map((party) => cellOf(blockOf(tree, party), { verticalAlign: VerticalAlign.BOTTOM }))
    return new TableRow({
      cantSplit: true,
      children: cells.length === 2 ? cells : [...cells, cellOf([new Paragraph({})])],
    })
  })
  return rows.length > 0 ? [new Paragraph({ keepNext: true }), tableOf(rows, columnWidths(2))] : []
}

function blockOf(tree: DocumentTree, party: SignatureNode): (Paragraph | Table)[] {
  const heading = eachSide(tree, (side) => partyHeading(party.label[side], '', party.name[side], side))
  const lines = party.lines.map((line) => lineOf(tree, line))
  return [
    ...heading.map(
      ([text, side]) =>
        new Paragraph({
          keepNext: true,
          children: runsOf(text, side, tree.languages.script, { heading: true }),
        }),
    ),
    ...(lines.length > 0 ? [tableOf(lines, [LABEL, VALUE])] : []),
    new Paragraph({}),
  ]
}

/** Width of the labels in twentieths of a point. */
const LABEL = 1900
const VALUE = 2700
/** Minimum heights of the lines to sign on and of the space for a seal, in twentieths of a point. */
const HEIGHTS: Partial<Record<SignatureNode['lines'][number]['id'], number>> = { sign: 860, seal: 2400 }
const HEIGHT = 520

/** A label, and a ruled cell to write in; the space for a seal has no rule. */
function lineOf(tree: DocumentTree, { id, label, value }: SignatureNode['lines'][number]): TableRow {
  const { script } = tree.languages
  const texts = (items: [string, Side][]) =>
    items.map(([text, side]) => new Paragraph({ ...TIGHT_SPACING, children: runsOf(text, side, script) }))
  const isSeal = id === 'seal'
  const verticalAlign = isSeal ? VerticalAlign.TOP : VerticalAlign.BOTTOM
  const labels = texts(eachSide(tree, (side) => labelled(label[side], '', side)))
  const values = texts(eachSide(tree, (side) => value[side]))
  return new TableRow({
    cantSplit: true,
    height: { value: HEIGHTS[id] ?? HEIGHT, rule: HeightRule.ATLEAST },
    children: [
      cellOf(labels, { verticalAlign }),
      cellOf(values, { verticalAlign, ...(!isSeal && { borders: { bottom: HAIRLINE } }) }),
    ],
  })
}

const TIGHT_SPACING = { spacing: { after: 0, line: 260 } }

/** A text that is equal on both sides is printed once. */
function eachSide({ sides }: DocumentTree, say: (side: Side) => string): [string, Side][] {
  return [...new Map(sides.map((side) => [say(side), side]))]
}
