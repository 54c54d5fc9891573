import type { ArticleNode, ClauseNode, Run } from '../assembly/tree.ts'
import { beside, partsAt, setLine, setText, type TypesetContext } from './context.ts'
import type { Cell, Row } from './rows.ts'
import type { Column } from './styles.ts'

/** The rows of an article: its heading and its clauses, each clause followed by its items. */
export function articleRows(context: TypesetContext, article: ArticleNode): Row[] {
  if (!article.kept) return []
  return [headingRow(context, article), ...article.clauses.flatMap((clause) => clauseRows(context, clause))]
}

/** The rows of a clause and its items; none when it is not kept. */
export function clauseRows(context: TypesetContext, clause: ClauseNode): Row[] {
  if (!clause.kept) return []
  const items = clause.items.filter(({ kept }) => kept)
  const { clause: hang, item } = context.sheet.hang
  const row = textRow(context, clause, clause.number ? { indent: 0, hang } : { indent: 0, hang: 0 })
  return [
    items.length > 0 ? { ...row, keepWithNext: true } : row,
    ...items.map((node) => textRow(context, node, { indent: clause.number ? hang : 0, hang: item })),
  ]
}

function headingRow(context: TypesetContext, { id, label, title }: ArticleNode): Row {
  const cells = context.sheet.columns.map(({ side, x, width }): Cell => {
    const type = context.sheet.heading[side]
    const number = setLine(context, label[side], side, 600)
    const hang = (number.width + 0.9) * type.size
    const lines = setText(context, title[side], {
      side,
      weight: 600,
      size: type.size,
      width: width - hang,
      justified: false,
    })
    return { ...type, lines: beside(partsAt([number], x, type.size), partsAt(lines, x + hang, type.size)) }
  })
  const bookmark = context.sheet.columns.map(({ side }) => `${label[side]} ${title[side]}`).join(' · ')
  return {
    before: context.sheet.body.zh.leading * 0.85,
    cells,
    keepWithNext: true,
    whole: true,
    clause: id,
    bookmark,
  }
}

function textRow(context: TypesetContext, node: ClauseNode, place: { indent: number; hang: number }): Row {
  const cells = context.sheet.columns.map((column) => textCell(context, node, column, place))
  return { before: context.sheet.body.zh.leading * (place.indent ? 0.18 : 0.32), cells, clause: node.id }
}

function textCell(
  context: TypesetContext,
  node: ClauseNode,
  { side, x, width }: Column,
  { indent, hang }: { indent: number; hang: number },
): Cell {
  const { size, leading } = context.sheet.body[side]
  const left = x + indent + hang
  const lines = setText(context, printed(node.text[side]), { side, size, width: width - indent - hang })
  const number = node.number ? [setLine(context, node.number, side)] : []
  return { size, leading, lines: beside(partsAt(number, x + indent, size), partsAt(lines, left, size)) }
}

const printed = (runs: Run[]) => runs.map(({ text }) => text).join('')
