import {
  AlignmentType,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  TableRow,
} from 'docx'
import type { Side } from '#assembly/answers.ts'
import { annexesOf, bodyOf } from '#assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, TableNode } from '#assembly/tree.ts'
import { dataTable } from './data-table.ts'
import { runsOf } from './fonts.ts'
import { annexPlace, articlePlace, clausePlace, recitalPlace } from './numbering.ts'
import { bookmarked, clauseRuns, type References, referencesOf } from './references.ts'
import { cellOf, columnWidths, tableOf } from './tables.ts'

type Twins = (side: Side) => Paragraph

/** Paragraphs side by side, a table across the page, or a page break. */
type TwinBlock = Twins | TableNode | 'page end'

/**
 * Recitals, articles and the line on the prevailing language: paragraphs if in one language, rows of twin
 * clauses if in two.
 */
export function clauseBlocks(tree: DocumentTree): FileChild[] {
  const references = referencesOf(tree)
  const twins: TwinBlock[] = [
    ...tree.recitals.flatMap((recital, index) => recitalTwins(tree, references, recital, index)),
    ...bodyOf(tree).flatMap((article) => articleTwins(tree, references, article)),
    ...(tree.sides.some((side) => tree.prevailing[side]) ? [prevailingTwins(tree)] : []),
  ]
  return laidOut(tree, twins)
}

/** The annexes after the signatures, each on a new page. */
export function annexBlocks(tree: DocumentTree): FileChild[] {
  const references = referencesOf(tree)
  return annexesOf(tree).flatMap((annex) => [
    new Paragraph({ pageBreakBefore: true }),
    ...laidOut(tree, articleTwins(tree, references, annex)),
  ])
}

function laidOut(tree: DocumentTree, pieces: TwinBlock[]): FileChild[] {
  const blocks: FileChild[] = []
  let twins: Twins[] = []
  for (const piece of pieces) {
    if (typeof piece === 'function') twins.push(piece)
    else {
      const nextBlocks =
        piece === 'page end' ? [new Paragraph({ pageBreakBefore: true })] : dataTable(tree, piece)
      blocks.push(...sideBySide(tree, twins), ...nextBlocks)
      twins = []
    }
  }
  return [...blocks, ...sideBySide(tree, twins)]
}

function sideBySide(tree: DocumentTree, twins: Twins[]): FileChild[] {
  if (tree.sides.length === 1) return twins.flatMap((make) => tree.sides.map(make))
  const widths = columnWidths(tree.sides.length)
  const rows = twins.map((make) => new TableRow({ children: tree.sides.map((one) => cellOf([make(one)])) }))
  return rows.length > 0 ? [tableOf(rows, widths)] : []
}

function articleTwins(tree: DocumentTree, references: References, article: ArticleNode): TwinBlock[] {
  const pageEnd: TwinBlock[] = article.pageBreak ? ['page end'] : []
  const { script } = tree.languages
  const heading: Twins = (side) =>
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      ...(!article.unnumbered && { numbering: article.annex ? annexPlace(side, 0) : articlePlace(side) }),
      children: bookmarked(
        references,
        article.id,
        side,
        runsOf(article.title[side], side, script, { heading: true }),
      ),
    })
  const clauses = article.clauses.filter(({ kept }) => kept)
  const placeOf = article.annex ? annexPlace : clausePlace
  const styleOf = (style: string, level: 1 | 2) => (side: Side) =>
    article.unnumbered ? { style: 'Recital' } : { style, numbering: placeOf(side, level) }
  return [
    heading,
    ...clauses.flatMap((clause) => [
      textTwins(tree, references, clause, styleOf('Clause', 1)),
      ...(clause.table ? [clause.table] : []),
      ...keptItems(clause).map((item) => textTwins(tree, references, item, styleOf('ClauseItem', 2))),
    ]),
    ...pageEnd,
  ]
}

function recitalTwins(
  tree: DocumentTree,
  references: References,
  recital: ClauseNode,
  index: number,
): Twins[] {
  if (!recital.kept) return []
  const item = (side: Side) => ({ style: 'ClauseItem', numbering: recitalPlace(side, index) })
  return [
    textTwins(tree, references, recital, () => ({ style: 'Recital' })),
    ...keptItems(recital).map((node) => textTwins(tree, references, node, item)),
  ]
}

const keptItems = ({ items }: ClauseNode) => items.filter(({ kept }) => kept)

function textTwins(
  tree: DocumentTree,
  references: References,
  clause: ClauseNode,
  options: (side: Side) => IParagraphOptions,
): Twins {
  return (side) =>
    new Paragraph({
      ...options(side),
      children: bookmarked(references, clause.id, side, clauseRuns(tree, references, clause, side)),
    })
}

function prevailingTwins(tree: DocumentTree): Twins {
  return (side) =>
    new Paragraph({
      alignment: AlignmentType.BOTH,
      spacing: { before: 240 },
      children: runsOf(tree.prevailing[side], side, tree.languages.script),
    })
}
