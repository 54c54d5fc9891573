import {
  AlignmentType,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  TableRow,
} from 'docx'
import type { Side } from '../assembly/answers.ts'
import { runsText } from '../assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree } from '../assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { listOf, recitalList } from './numbering.ts'
import { cellOf, columnWidths, tableOf } from './tables.ts'

type Twins = (side: Side) => Paragraph

/** Recitals, articles and the line on prevailing: paragraphs in one language, rows of twin clauses in two. */
export function clauseBlocks(tree: DocumentTree): FileChild[] {
  const twins = [
    ...tree.recitals.flatMap((recital, index) => recitalTwins(tree, recital, index)),
    ...tree.articles.filter(({ kept }) => kept).flatMap((article) => articleTwins(tree, article)),
    ...(tree.sides.some((side) => tree.prevailing[side]) ? [prevailingTwins(tree)] : []),
  ]
  if (tree.sides.length === 1) return twins.flatMap((make) => tree.sides.map(make))
  const widths = columnWidths(tree.sides.length)
  const rows = twins.map((make) => new TableRow({ children: tree.sides.map((side) => cellOf([make(side)])) }))
  return rows.length > 0 ? [tableOf(rows, widths)] : []
}

function articleTwins(tree: DocumentTree, article: ArticleNode): Twins[] {
  const heading: Twins = (side) =>
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      numbering: { reference: listOf(side), level: 0 },
      children: runsOf(article.title[side], side, tree.languages.script, { heading: true }),
    })
  const clauses = article.clauses.filter(({ kept }) => kept)
  return [
    heading,
    ...clauses.flatMap((clause) => [
      textTwins(tree, clause, (side) => numbered(clause, listOf(side), 1)),
      ...keptItems(clause).map((item) => textTwins(tree, item, (side) => numbered(item, listOf(side), 2))),
    ]),
  ]
}

function recitalTwins(tree: DocumentTree, recital: ClauseNode, instance: number): Twins[] {
  if (!recital.kept) return []
  const item = (side: Side) => ({ numbering: { reference: recitalList(side), level: 0, instance } })
  return [
    textTwins(tree, recital, () => ({})),
    ...keptItems(recital).map((node) => textTwins(tree, node, item)),
  ]
}

const keptItems = ({ items }: ClauseNode) => items.filter(({ kept }) => kept)

const numbered = (clause: ClauseNode, reference: string, level: number): IParagraphOptions =>
  clause.number ? { numbering: { reference, level } } : {}

function textTwins(
  tree: DocumentTree,
  clause: ClauseNode,
  options: (side: Side) => IParagraphOptions,
): Twins {
  return (side) =>
    new Paragraph({
      alignment: AlignmentType.BOTH,
      ...options(side),
      children: runsOf(runsText(clause.text[side]), side, tree.languages.script),
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
