import type { Side } from '#assembly/answers.ts'
import { annexesOf, bodyOf, labelled, partyHeading, runsText } from '#assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree } from '#assembly/tree.ts'

export interface Pair {
  heading: boolean
  sides: string[]
}

/**
 * The document as input for the typesetters to compare with (Typst, HTML in a browser, pdfkit). The body and
 * each annex are sections that begin on a new page; a pair is a row of two columns.
 */
export function sectionsOf(tree: DocumentTree): Pair[][] {
  const pair = (say: (side: Side) => string, heading = false): Pair => ({
    heading,
    sides: tree.sides.map(say),
  })
  const clause = (node: ClauseNode): Pair[] =>
    node.kept
      ? [pair((side) => `${node.number} ${runsText(node.text[side])}`), ...node.items.flatMap(clause)]
      : []
  const article = ({ label, title, clauses }: ArticleNode): Pair[] => [
    pair((side) => `${label[side]} ${title[side]}`, true),
    ...clauses.flatMap(clause),
  ]
  return [
    [
      ...tree.parties.flatMap(({ label, role, name, lines }) => [
        pair((side) => partyHeading(label[side], role[side], name[side], side), true),
        ...lines.map((line) => pair((side) => labelled(line.label[side], line.value[side], side))),
      ]),
      ...tree.recitals.flatMap(clause),
      ...bodyOf(tree).flatMap(article),
      pair((side) => tree.prevailing[side]),
      ...tree.signatures.flatMap(({ label, name, lines }) => [
        pair((side) => partyHeading(label[side], '', name[side], side), true),
        ...lines.map((line) => pair((side) => labelled(line.label[side], line.value[side], side))),
      ]),
    ],
    ...annexesOf(tree).map(article),
  ]
}

const typstText = (text: string) => JSON.stringify(text)

export function asTypst(tree: DocumentTree): string {
  const grids = sectionsOf(tree).map((pairs) => {
    const cells = pairs.flatMap(({ heading, sides }) =>
      sides.map((text) => (heading ? `strong(${typstText(text)})` : `text(${typstText(text)})`)),
    )
    return `#grid(columns: (1fr, 1fr), column-gutter: 24pt, row-gutter: 15pt, ${cells.join(', ')})`
  })
  return [
    '#set page(paper: "a4", margin: (x: 54pt, top: 82pt, bottom: 78pt), numbering: "1 / 1")',
    '#set text(font: "Noto Serif SC", size: 10pt)',
    '#set par(justify: true, leading: 1em)',
    ...tree.sides.map(
      (side) => `#align(center, text(size: 18pt, weight: 600, ${typstText(tree.title[side])}))`,
    ),
    grids.join('\n#pagebreak()\n'),
  ].join('\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function asHtml(tree: DocumentTree): string {
  const tables = sectionsOf(tree).map((pairs) => {
    const rows = pairs.map(({ heading, sides }) => {
      const cells = sides.map((text) => (heading ? `<th>${escaped(text)}</th>` : `<td>${escaped(text)}</td>`))
      return `<tr>${cells.join('')}</tr>`
    })
    return `<table>${rows.join('')}</table>`
  })
  return `<!doctype html><meta charset="utf-8"><style>
    @page { size: A4; margin: 82pt 54pt 78pt }
    body { font: 10pt/1.64 'Noto Serif SC', 'Noto Serif CJK SC', serif; margin: 0 }
    h1 { font-size: 18pt; text-align: center }
    table { border-collapse: collapse; width: 100%; table-layout: fixed }
    table + table { break-before: page }
    td, th { text-align: justify; vertical-align: top; padding: 0 12pt 5pt 0; font-weight: 400 }
    th { font-weight: 600 }
  </style>${tree.sides.map((side) => `<h1>${escaped(tree.title[side])}</h1>`).join('')}
  ${tables.join('')}`
}
