import type { Side } from './answers.ts'
import type { ArticleNode, ClauseNode, DocumentTree, Run, Sides, TableNode } from './tree.ts'

/**
 * The printed text of one side in reading order, with one line for each paragraph and without parts that are
 * left out.
 */
export function plainText(tree: DocumentTree, side: Side): string {
  const lines = [tree.title[side]]
  if (tree.number) lines.push(labelled(tree.numberLabel[side], tree.number, side))
  for (const party of tree.parties) {
    lines.push(partyHeading(party.label[side], party.role[side], party.name[side], side))
    lines.push(...party.lines.map((line) => labelled(line.label[side], line.value[side], side)))
  }
  lines.push(...tree.recitals.flatMap((recital) => clauseLines(recital, side)))
  lines.push(...bodyOf(tree).flatMap((article) => articleLines(article, side)))
  if (tree.prevailing[side]) lines.push(tree.prevailing[side])
  for (const block of tree.signatures) {
    lines.push(partyHeading(block.label[side], '', block.name[side], side))
    const signatoryLines = (block.signatories ?? []).flatMap((one) => one.lines)
    lines.push(
      ...[...block.lines, ...signatoryLines].map((line) =>
        labelled(line.label[side], line.value[side], side),
      ),
    )
  }
  lines.push(...annexesOf(tree).flatMap((annex) => articleLines(annex, side)))
  return lines.join('\n')
}

/** The articles printed between the parties and the signatures. */
export const bodyOf = (tree: Pick<DocumentTree, 'articles'>): ArticleNode[] =>
  tree.articles.filter(({ kept, annex }) => kept && !annex)

/** The articles printed behind the signatures. */
export const annexesOf = (tree: Pick<DocumentTree, 'articles'>): ArticleNode[] =>
  tree.articles.filter(({ kept, annex }) => kept && annex)

function articleLines({ label, title, clauses }: ArticleNode, side: Side): string[] {
  return [withLabel(label[side], title[side]), ...clauses.flatMap((clause) => clauseLines(clause, side))]
}

/** The label and the title; only the title for an unnumbered article. */
const withLabel = (label: string, title: string) => (label ? `${label} ${title}` : title)

function clauseLines(clause: ClauseNode, side: Side): string[] {
  if (!clause.kept) return []
  const text = runsText(clause.text[side])
  return [
    clause.number ? `${clause.number} ${text}` : text,
    ...tableLines(clause.table, side),
    ...clause.items.flatMap((item) => clauseLines(item, side)),
  ]
}

/** One line for the head of a table and one for each row. */
export function tableLines(table: TableNode | undefined, side: Side): string[] {
  if (!table) return []
  const head = table.columns.map(({ label }) => label[side])
  const rows = table.rows.map(({ cells }) => cells.map(({ text }) => runsText(text[side])))
  return [head, ...rows].map((cells) => cells.join(CELL_SEPARATOR))
}

/** The separator between the cells of a row in plain text. */
export const CELL_SEPARATOR = ' | '

/** The printed sides on which to show a cell: one if both have equal text. */
export const sidesOfCell = (text: Sides<string>, sides: Side[]): Side[] =>
  text.zh === text.en ? sides.slice(0, 1) : sides

export function runsText(runs: Run[]): string {
  return runs.map(({ text }) => text).join('')
}

/** 甲方（委托方）：莲花贸易 / Party A (Client): Lotus Trading. */
export function partyHeading(label: string, role: string, name: string, side: Side): string {
  const brackets = side === 'zh' ? `（${role}）` : ` (${role})`
  return labelled(role ? label + brackets : label, name, side)
}

/** 住所：上海 / Domicile: Shanghai; for an empty value the label with its colon. */
export function labelled(label: string, value: string, side: Side): string {
  if (side === 'zh') return `${label}：${value}`
  return value ? `${label}: ${value}` : `${label}:`
}
