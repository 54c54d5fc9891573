import {
  AlignmentType,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  TableRow,
} from 'docx'
import type { Side } from '../assembly/answers.ts'
import type { ArticleNode, ClauseNode, DocumentTree } from '../assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { articlePlace, clausePlace, recitalPlace } from './numbering.ts'
import { clauseRuns, marked, type References, referencesOf } from './references.ts'
import { cellOf, columnWidths, tableOf } from './tables.ts'

type Twins = (side: Side) => Paragraph

/** Recitals, articles and the line on prevailing: paragraphs in one language, rows of twin clauses in two. */
export function clauseBlocks(tree: DocumentTree): FileChild[] {
  const references = referencesOf(tree)
  const twins = [
    ...tree.recitals.flatMap((recital, index) => recitalTwins(tree, references, recital, index)),
    ...tree.articles.filter(({ kept }) => kept).flatMap((article) => articleTwins(tree, references, article)),
    ...(tree.sides.some((side) => tree.prevailing[side]) ? [prevailingTwins(tree)] : []),
  ]
  if (tree.sides.length === 1) return twins.flatMap((make) => tree.sides.map(make))
  const widths = columnWidths(tree.sides.length)
  const rows = twins.map((make) => new TableRow({ children: tree.sides.map((side) => cellOf([make(side)])) }))
  return rows.length > 0 ? [tableOf(rows, widths)] : []
}

function articleTwins(tree: DocumentTree, references: References, article: ArticleNode): Twins[] {
  const { script } = tree.languages
  const heading: Twins = (side) =>
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      numbering: articlePlace(side),
      children: marked(
        references,
        article.id,
        side,
        runsOf(article.title[side], side, script, { heading: true }),
      ),
    })
  const clauses = article.clauses.filter(({ kept }) => kept)
  return [
    heading,
    ...clauses.flatMap((clause) => [
      textTwins(tree, references, clause, (side) => ({ numbering: clausePlace(side, 1) })),
      ...keptItems(clause).map((item) =>
        textTwins(tree, references, item, (side) => ({ numbering: clausePlace(side, 2) })),
      ),
    ]),
  ]
}

function recitalTwins(
  tree: DocumentTree,
  references: References,
  recital: ClauseNode,
  index: number,
): Twins[] {
  if (!recital.kept) return []
  const item = (side: Side) => ({ numbering: recitalPlace(side, index) })
  return [
    textTwins(tree, references, recital, () => ({})),
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
      alignment: AlignmentType.BOTH,
      ...options(side),
      children: marked(references, clause.id, side, clauseRuns(tree, references, clause, side)),
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
