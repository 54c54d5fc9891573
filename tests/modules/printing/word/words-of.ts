import type { Side } from '#assembly/answers.ts'
import {
  annexesOf,
  bodyOf,
  CELL_SEPARATOR,
  labelled,
  partyHeading,
  plainText,
  runsText,
} from '#assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, SignatureNode } from '#assembly/tree.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { tableTexts } from '#tests/support/said-in-tables.ts'

/** The text of a Word file, numbers included, in the order of its paragraphs and cells. */
export const wordsOf = (tree: DocumentTree): string =>
  withoutSpace(
    tree.sides.length > 1 ? bilingual(tree) : plainText(tree, tree.sides[0]!).replaceAll(CELL_SEPARATOR, ' '),
  )

function bilingual(tree: DocumentTree): string {
  const { sides, title, numberLabel, number } = tree
  const each = (say: (side: Side) => string) => sides.map(say).join('')
  const clause = (node: ClauseNode): string =>
    node.kept
      ? each((side) => node.number + runsText(node.text[side])) +
        tableTexts(node.table, sides)
          .map(({ text }) => text)
          .join('') +
        node.items.map(clause).join('')
      : ''
  const parties = tree.parties.map(
    ({ label, role, name, lines }) =>
      each((side) => partyHeading(label[side], role[side], '', side) + name[side]) +
      lines.map((line) => each((side) => labelled(line.label[side], '', side) + line.value[side])).join(''),
  )
  const article = ({ label, title, clauses }: ArticleNode) =>
    each((side) => label[side] + title[side]) + clauses.map(clause).join('')
  return [
    each((side) => title[side]),
    number ? each((side) => numberLabel[side]) + number : '',
    ...parties,
    ...tree.recitals.map(clause),
    ...bodyOf(tree).map(article),
    each((side) => tree.prevailing[side]),
    ...tree.signatures.map((block) => signature(block, sides)),
    ...annexesOf(tree).map(article),
  ].join('')
}

function signature({ label, name, lines }: SignatureNode, sides: Side[]): string {
  const unique = (say: (side: Side) => string) => [...new Set(sides.map(say))].join('')
  const head = unique((side) => partyHeading(label[side], '', name[side], side))
  return (
    head +
    lines
      .map(
        (line) => unique((side) => labelled(line.label[side], '', side)) + unique((side) => line.value[side]),
      )
      .join('')
  )
}
