import type { Side } from '#assembly/answers.ts'
import type { ArticleNode, ClauseNode, DocumentTree, Run, Sides, SignatureLine } from '#assembly/tree.ts'
import { SOURCE_FORMAT } from '#src/pdf/source-format.ts'
import { languageOf } from '../structure/structure-tree.ts'

/** A text in the printed languages. */
type Printed = Partial<Sides<string>>

/**
 * The content of a document as JSON, for programs: the texts of its pages by clause, in the printed
 * languages, without any identifier.
 */
export function sourceOf(tree: DocumentTree): Uint8Array {
  const { sides } = tree
  const printedText = (text: Sides<string>): Printed => bySide(sides, (side) => text[side])
  const lines = (list: Pick<SignatureLine, 'label' | 'value'>[]) =>
    list.map(({ label, value }) => ({ label: printedText(label), value: printedText(value) }))
  const source = {
    format: SOURCE_FORMAT,
    languages: sides.map((side) => languageOf(side, tree.languages.script)),
    number: tree.number,
    name: tree.name,
    title: printedText(tree.title),
    parties: tree.parties.map(({ label, role, name, ...party }) => ({
      label: printedText(label),
      role: printedText(role),
      name: printedText(name),
      lines: lines(party.lines),
    })),
    recitals: clausesOf(sides, tree.recitals),
    articles: tree.articles.filter(({ kept }) => kept).map((article) => articleOf(sides, article)),
    prevailing: printedText(tree.prevailing),
    signatures: tree.signatures.map(({ label, name, signatories, ...party }) => ({
      label: printedText(label),
      name: printedText(name),
      ...(signatories
        ? { signatories: signatories.map((one) => lines(one.lines)) }
        : { lines: lines(party.lines) }),
    })),
  }
  return new TextEncoder().encode(`${JSON.stringify(source, null, 1)}\n`)
}

const bySide = <T>(sides: Side[], textOf: (side: Side) => T): Partial<Sides<T>> =>
  Object.fromEntries(sides.map((side) => [side, textOf(side)]))

const wordsOf = (sides: Side[], runs: Sides<Run[]>): Printed =>
  bySide(sides, (side) => runs[side].map(({ text }) => text).join(''))

const articleOf = (sides: Side[], { label, title, annex, clauses }: ArticleNode) => ({
  label: bySide(sides, (side) => label[side]),
  title: bySide(sides, (side) => title[side]),
  ...(annex && { annex }),
  clauses: clausesOf(sides, clauses),
})

const clausesOf = (sides: Side[], clauses: ClauseNode[]): object[] =>
  clauses
    .filter(({ kept }) => kept)
    .map(({ number, text, items, table }) => ({
      number,
      text: wordsOf(sides, text),
      ...(items.length > 0 && { items: clausesOf(sides, items) }),
      ...(table && {
        columns: table.columns.map(({ label }) => bySide(sides, (side) => label[side])),
        rows: table.rows.map(({ cells }) => cells.map(({ text }) => wordsOf(sides, text))),
      }),
    }))
