import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { PartyNode } from '#assembly/tree.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import { HAIRLINE } from './colour.ts'
import { alignBaselines, partsAt, setText, type TypesetContext } from './context.ts'
import type { Cell, PageRow } from './rows.ts'
import { type Element, elementOf, lineOf } from './structure/element.ts'
import type { Column } from './styles.ts'

/**
 * The party block: a table in each column with one line per attribute, aligned across the columns. A table
 * stays on one page; a table longer than a page continues on the next under its repeated head.
 */
export function partyRows(context: TypesetContext, parties: PartyNode[]): PageRow[] {
  const rooms = roomsFor(context, parties)
  return parties.flatMap((party) => {
    const tables = context.sheet.columns.map(({ side }) => elementOf('Table', side))
    const head = { ...headRow(context, party, { tables, rooms }), elements: tables }
    const lines = party.lines.map(({ label, value }) =>
      tableRow(context, { tables, rooms }, (side) => [labelled(label[side], '', side), value[side]], 400),
    )
    return [head, ...lines].map((row, index, rows) => ({
      ...row,
      keepWithNext: index < rows.length - 1,
      ...(index === 0 ? { before: context.sheet.body.zh.leading * 0.8 } : { above: [head] }),
    }))
  })
}

/** Points by which the labels may be widened if that saves lines. */
const LABEL_EXTRAS = [0, 14, 28, 42, 56]

/** The label width in each column, shared by all parties: the smallest width that gives the fewest lines. */
function roomsFor(context: TypesetContext, parties: PartyNode[]): number[] {
  const { columns, label: usualWidths, body } = context.sheet
  return columns.map(({ side, width }) => {
    const pairs = parties.flatMap((party): [label: string, value: string, weight: Weight][] => [
      [...headOf(party, side), 600],
      ...party.lines.map(({ label, value }): [string, string, Weight] => [
        labelled(label[side], '', side),
        value[side],
        400,
      ]),
    ])
    const linesWith = (room: number) =>
      pairs.reduce((sum, [label, value, weight]) => {
        const style = { side, weight, size: body.en.size, justified: false }
        const counts = [
          setText(context, label, { ...style, width: room - 6 }),
          setText(context, value, { ...style, width: width - room }),
        ].map(({ length }) => length)
        return sum + Math.max(...counts)
      }, 0)
    const rooms = LABEL_EXTRAS.map((extra) => usualWidths[side] + extra)
    const minLines = Math.min(...rooms.map(linesWith))
    return rooms.find((room) => linesWith(room) === minLines)!
  })
}

const headOf = ({ label, role, name }: PartyNode, side: Side): [string, string] => [
  partyHeading(label[side], role[side], '', side),
  name[side],
]

interface PartyTable {
  tables: Element[]
  /** The width of the labels in each column. */
  rooms: number[]
}

function headRow(context: TypesetContext, party: PartyNode, table: PartyTable): PageRow {
  const row = tableRow(context, table, (side) => headOf(party, side), 600)
  const heads = row.rules?.map((rule) => ({ ...rule, edge: 'head' as const })) ?? []
  return { ...row, rules: [...heads, ...(row.rules ?? [])] }
}

function tableRow(
  context: TypesetContext,
  { tables, rooms }: PartyTable,
  pair: (side: Side) => [string, string],
  weight: Weight,
): PageRow {
  const { columns } = context.sheet
  return {
    before: 0,
    pad: 2.6,
    isIndivisible: true,
    cells: columns.map((column, index) =>
      tableCell(context, column, pair(column.side), {
        weight,
        room: rooms[index]!,
        line: lineOf(tables[index]!),
      }),
    ),
    rules: columns.map(({ x, width }) => ({ x, width, edge: 'foot', colour: HAIRLINE })),
  }
}

function tableCell(
  context: TypesetContext,
  column: Column,
  [label, value]: [string, string],
  { weight, room, line }: { weight: Weight; room: number; line: ReturnType<typeof lineOf> },
): Cell {
  const { side, x, width } = column
  // Both languages use one size, because the tables mostly contain names and numbers.
  const { size } = context.sheet.body.en
  const { leading } = context.sheet.body[side]
  const style = { side, weight, size, justified: false }
  const left = setText(context, label, { ...style, width: room - 6 })
  const right = setText(context, value, { ...style, width: width - room })
  const labels = partsAt(left, { x, size, element: line.label })
  return {
    size,
    leading,
    lines: alignBaselines(labels, partsAt(right, { x: x + room, size, element: line.value })),
  }
}
