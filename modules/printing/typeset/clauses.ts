import type { ArticleNode, ClauseNode, Run } from '#assembly/tree.ts'
import { alignBaselines, partsAt, setLine, setText, type TypesetContext } from './context.ts'
import type { Cell, PageRow } from './rows.ts'
import { type Element, elementOf, partOf, wordsIn } from './structure/element.ts'
import type { Column } from './styles.ts'
import { tableRows } from './tables/table-rows.ts'

/** The rows of an article: its heading and its clauses, each with its items. */
export function articleRows(context: TypesetContext, article: ArticleNode): PageRow[] {
  if (!article.kept) return []
  return [headingRow(context, article), ...article.clauses.flatMap((clause) => clauseRows(context, clause))]
}

/**
 * The rows of a clause and its items; none if the clause is left out. In the reading order, all of one
 * language comes before the other, although they are printed side by side.
 */
export function clauseRows(context: TypesetContext, clause: ClauseNode): PageRow[] {
  if (!clause.kept) return []
  const items = clause.items.filter(({ kept }) => kept)
  const { clause: hang, item } = context.sheet.hang
  const twins = context.sheet.columns.map(({ side }) => ({
    text: elementOf('P', side),
    list: elementOf('L', side),
  }))
  const place = clause.number ? { indent: 0, hang } : { indent: 0, hang: 0 }
  const row = textRow(context, clause, place, (column) => {
    const { text } = twins[column]!
    return { number: text, text }
  })
  const elements = twins.flatMap(({ text, list }) => (items.length > 0 ? [text, list] : [text]))
  const table = clause.table ? tableRows(context, clause.table) : []
  return [
    { ...row, elements, ...((items.length > 0 || table.length > 0) && { keepWithNext: true }) },
    ...table,
    ...items.map((node) =>
      textRow(context, node, { indent: clause.number ? hang : 0, hang: item }, (column) => {
        const listItem = partOf(twins[column]!.list, 'LI')
        return { number: partOf(listItem, 'Lbl'), text: partOf(listItem, 'LBody') }
      }),
    ),
  ]
}

function headingRow(context: TypesetContext, { id, label, title }: ArticleNode): PageRow {
  const heading = elementOf('H2', context.sheet.columns[0]!.side)
  const cells = context.sheet.columns.map(({ side, x, width }): Cell => {
    const type = context.sheet.heading[side]
    const { size } = type
    const element = wordsIn(heading, side)
    const number = label[side] && setLine(context, `${label[side]} `, side, 600)
    const hang = number ? (number.width + 0.9) * size : 0
    const lines = setText(context, title[side], {
      side,
      weight: 600,
      size,
      width: width - hang,
      justified: false,
    })
    const numbers = partsAt(number ? [number] : [], { x, size, element })
    return { ...type, lines: alignBaselines(numbers, partsAt(lines, { x: x + hang, size, element })) }
  })
  const bookmark = context.sheet.columns.map(({ side }) => `${label[side]} ${title[side]}`.trim()).join(' · ')
  return {
    before: context.sheet.body.zh.leading * 0.85,
    cells,
    keepWithNext: true,
    isIndivisible: true,
    elements: [heading],
    clause: id,
    bookmark,
  }
}

type ClauseElements = { number: Element; text: Element }

function textRow(
  context: TypesetContext,
  node: ClauseNode,
  place: { indent: number; hang: number },
  elementsOf: (column: number) => ClauseElements,
): PageRow {
  const cells = context.sheet.columns.map((column, index) =>
    textCell(context, node, column, place, elementsOf(index)),
  )
  return { before: context.sheet.body.zh.leading * (place.indent ? 0.18 : 0.32), cells, clause: node.id }
}

function textCell(
  context: TypesetContext,
  node: ClauseNode,
  { side, x, width }: Column,
  { indent, hang }: { indent: number; hang: number },
  words: ClauseElements,
): Cell {
  const { size, leading } = context.sheet.body[side]
  const left = x + indent + hang
  const weight = node.emphasis && 600
  const lines = setText(context, printedText(node.text[side]), {
    side,
    size,
    width: width - indent - hang,
    ...(weight && { weight }),
  })
  const number = node.number ? [setLine(context, `${node.number} `, side)] : []
  const numbers = partsAt(number, { x: x + indent, size, element: words.number })
  return {
    size,
    leading,
    lines: alignBaselines(numbers, partsAt(lines, { x: left, size, element: words.text })),
  }
}

const printedText = (runs: Run[]) => runs.map(({ text }) => text).join('')
