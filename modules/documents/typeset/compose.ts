import { labelled } from '../assembly/plain.ts'
import type { DocumentTree } from '../assembly/tree.ts'
import { articleRows, clauseRows } from './clauses.ts'
import { type Desk, setLine, setText } from './context.ts'
import { BLACK, GREY, type Ink } from './ink.ts'
import type { Line } from './lines/break.ts'
import { partyRows } from './parties.ts'
import type { Row } from './rows.ts'
import { signatureRows } from './signatures.ts'

/** Everything a document prints between header and footer, as rows from top to bottom. */
export function compose(desk: Desk, tree: DocumentTree): Row[] {
  const text = [
    ...titleRows(desk, tree),
    ...partyRows(desk, tree.parties),
    ...recitalRows(desk, tree),
    ...tree.articles.flatMap((article) => articleRows(desk, article)),
    ...prevailingRows(desk, tree),
  ]
  const signatures = signatureRows(desk, tree.signatures)
  const last = text.at(-1)
  // A page of signatures with no word of the contract on it invites the wrong contract in front of it.
  if (last && signatures.length > 0) text[text.length - 1] = { ...last, keepWithNext: true }
  return [...text, ...signatures]
}

function titleRows(desk: Desk, tree: DocumentTree): Row[] {
  const titles = tree.sides.map((side) => {
    const { size, leading } = desk.sheet.title[side]
    const lines = setText(desk, tree.title[side], {
      side,
      weight: 600,
      size,
      width: desk.sheet.full.width,
      justified: false,
    })
    return centred(desk, lines, size, leading)
  })
  return tree.number ? [...titles, numberRow(desk, tree)] : titles
}

function numberRow(desk: Desk, { sides, numberLabel, number }: DocumentTree): Row {
  const [primary = 'zh'] = sides
  const { size } = desk.sheet.body.en
  const text = sides.length > 1 ? `${sides.map((side) => numberLabel[side]).join(' ')} ${number}` : undefined
  const line = setLine(desk, text ?? labelled(numberLabel[primary], number, primary), primary)
  return { ...centred(desk, [line], size, size * 1.7, GREY), before: 4 }
}

function centred(desk: Desk, lines: Line[], size: number, leading: number, ink: Ink = BLACK): Row {
  const { x, width } = desk.sheet.full
  const parts = lines.map((line) => [{ line, x: x + (width - line.width * size) / 2, size, ink }])
  return { before: 2, cells: [{ size, leading, lines: parts }], keepWithNext: true, whole: true }
}

function recitalRows(desk: Desk, { recitals }: DocumentTree): Row[] {
  const rows = recitals.flatMap((recital) => clauseRows(desk, recital))
  return rows.map((row, index) => (index === 0 ? { ...row, before: desk.sheet.body.zh.leading } : row))
}

function prevailingRows(desk: Desk, { prevailing, sides }: DocumentTree): Row[] {
  if (!sides.some((side) => prevailing[side])) return []
  const cells = desk.sheet.columns.map(({ side, x, width }) => {
    const { size, leading } = desk.sheet.body[side]
    const lines = setText(desk, prevailing[side], { side, size, width })
    return { size, leading, lines: lines.map((line) => [{ line, x, size }]) }
  })
  return [{ before: desk.sheet.body.zh.leading, cells }]
}
