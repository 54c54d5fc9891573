import { type FileChild, Paragraph, TableRow } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { DocumentTree, PartyNode } from '#assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { cellOf, HAIRLINE, TEXT_WIDTH, tableOf } from './tables.ts'

/** The party block: one table per party, with label and value for each printed side. */
export function partyBlocks(tree: DocumentTree): FileChild[] {
  return tree.parties.flatMap((party) => [new Paragraph({}), partyTable(tree, party)])
}

function partyTable(tree: DocumentTree, party: PartyNode) {
  const headPair = (side: Side): LabelledValue => [
    partyHeading(party.label[side], party.role[side], '', side),
    party.name[side],
  ]
  const lines = party.lines.map(
    ({ label, value }) =>
      (side: Side): LabelledValue => [labelled(label[side], '', side), value[side]],
  )
  const rows = [rowOf(tree, headPair, true), ...lines.map((line) => rowOf(tree, line, false))]
  const half = TEXT_WIDTH / tree.sides.length
  const label = tree.sides.length > 1 ? 1900 : 2600
  return tableOf(
    rows,
    tree.sides.flatMap(() => [label, Math.floor(half - label)]),
  )
}

type LabelledValue = [label: string, value: string]

function rowOf(
  { sides, languages }: DocumentTree,
  pair: (side: Side) => LabelledValue,
  isHead: boolean,
): TableRow {
  const borders = { bottom: HAIRLINE, ...(isHead && { top: HAIRLINE }) }
  const cell = (text: string, side: Side) =>
    cellOf([new Paragraph({ children: runsOf(text, side, languages.script, { heading: isHead }) })], {
      borders,
    })
  return new TableRow({
    cantSplit: true,
    children: sides.flatMap((side) => pair(side).map((text) => cell(text, side))),
  })
}
