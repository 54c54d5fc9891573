import { annexesOf, bodyOf, labelled } from '#assembly/plain.ts'
import type { ArticleNode, DocumentTree, Sides } from '#assembly/tree.ts'
import { articleRows, clauseRows } from './clauses.ts'
import { type Colour, GREY } from './colour.ts'
import { partsAt, setLine, setText, type TypesetContext } from './context.ts'
import type { Line } from './lines/line.ts'
import { partyRows } from './parties.ts'
import type { PageRow } from './rows.ts'
import { signatureRows } from './signatures.ts'
import { type Element, elementOf, wordsIn } from './structure/element.ts'

/** The content between header and footer, as rows from top to bottom. */
export function compose(context: TypesetContext, tree: DocumentTree): PageRow[] {
  const text = [
    ...titleRows(context, tree),
    ...partyRows(context, tree.parties),
    ...recitalRows(context, tree),
    ...bodyRows(context, tree),
  ]
  const signatures = signatureRows(context, tree)
  const lastRow = text.at(-1)
  // A page with signatures but without contract text could be attached to another contract.
  if (lastRow && signatures.length > 0) text[text.length - 1] = { ...lastRow, keepWithNext: true }
  return [...text, ...signatures, ...annexesOf(tree).flatMap((annex) => annexRows(context, annex))]
}

/** The articles and the statement of the prevailing language. After a cover page they begin a new page. */
function bodyRows(context: TypesetContext, tree: DocumentTree): PageRow[] {
  const articles = bodyOf(tree)
  const groups = [...articles.map((one) => articleRows(context, one)), prevailingRows(context, tree)]
  return groups.flatMap((rows, index) => (articles[index - 1]?.pageBreak ? onNewPage(rows) : rows))
}

const onNewPage = (rows: PageRow[]): PageRow[] =>
  rows.map((row, index) => (index === 0 ? { ...row, startsPage: true } : row))

/** Each annex begins on a new page, because annexes are often passed on separately. */
function annexRows(context: TypesetContext, annex: ArticleNode): PageRow[] {
  return onNewPage(articleRows(context, annex))
}

function titleRows(context: TypesetContext, tree: DocumentTree): PageRow[] {
  const heading = elementOf('H1', context.sheet.columns[0]!.side)
  const titles = tree.sides.map((side) => {
    const { size, leading } = context.sheet.title[side]
    const lines = setText(context, tree.title[side], {
      side,
      weight: 600,
      size,
      width: context.sheet.full.width,
      justified: false,
    })
    return centred(context, lines, { size, leading, element: wordsIn(heading, side) })
  })
  const [firstTitle, ...otherTitles] = titles
  const rows = firstTitle ? [{ ...firstTitle, elements: [heading] }, ...otherTitles] : []
  if (tree.number) rows.push(numberRow(context, tree))
  const [side = 'zh'] = tree.sides
  return tree.copy ? [...rows, ...noteRows(context, { [side]: tree.copy.text })] : rows
}

/** The note about the file under the title and the number, one paragraph per language. */
export function noteRows(context: TypesetContext, words: Partial<Sides<string>>): PageRow[] {
  const { full, columns, body } = context.sheet
  const element = elementOf('P', columns[0]!.side)
  return columns.map(({ side }, index) => {
    const size = body.en.size - 0.8
    const lines = setText(context, words[side] ?? '', { side, size, width: full.width, justified: false })
    const style = { size, leading: size * 1.6, colour: GREY, element: wordsIn(element, side) }
    return { ...centred(context, lines, style), ...(index === 0 && { before: 4, elements: [element] }) }
  })
}

export function numberRow(context: TypesetContext, { sides, numberLabel, number }: DocumentTree): PageRow {
  const [primary = 'zh'] = sides
  const { size } = context.sheet.body.en
  const text = sides.length > 1 ? `${sides.map((side) => numberLabel[side]).join(' ')} ${number}` : undefined
  const line = setLine(context, text ?? labelled(numberLabel[primary], number, primary), primary)
  const element = elementOf('P', primary)
  const row = centred(context, [line], { size, leading: size * 1.7, colour: GREY, element })
  return { ...row, before: 4, elements: [element] }
}

export function centred(
  context: TypesetContext,
  lines: Line[],
  { leading, ...place }: { size: number; leading: number; colour?: Colour; element: Element },
): PageRow {
  const { x, width } = context.sheet.full
  const { size } = place
  const parts = lines.flatMap((line) => partsAt([line], { ...place, x: x + (width - line.width * size) / 2 }))
  return { before: 2, cells: [{ size, leading, lines: parts }], keepWithNext: true, isIndivisible: true }
}

function recitalRows(context: TypesetContext, { recitals }: DocumentTree): PageRow[] {
  const rows = recitals.flatMap((recital) => clauseRows(context, recital))
  return rows.map((row, index) => (index === 0 ? { ...row, before: context.sheet.body.zh.leading } : row))
}

function prevailingRows(context: TypesetContext, { prevailing, sides }: DocumentTree): PageRow[] {
  if (!sides.some((side) => prevailing[side])) return []
  const twins = context.sheet.columns.map(({ side, x, width }) => {
    const { size, leading } = context.sheet.body[side]
    const element = elementOf('P', side)
    const lines = setText(context, prevailing[side], { side, size, width })
    return { element, cell: { size, leading, lines: partsAt(lines, { x, size, element }) } }
  })
  return [
    {
      before: context.sheet.body.zh.leading,
      cells: twins.map(({ cell }) => cell),
      elements: twins.map(({ element }) => element),
    },
  ]
}
