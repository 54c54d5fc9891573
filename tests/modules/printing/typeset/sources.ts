import type { Side } from '#assembly/answers.ts'
import { annexesOf, bodyOf, labelled, partyHeading, runsText } from '#assembly/plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, SignatureLine } from '#assembly/tree.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { tableTexts } from '#tests/support/said-in-tables.ts'

interface Words {
  lang: string
  text: string
}

/**
 * The texts of a document in the order of its source: each clause in the first language, then in the second.
 */
export function sourceOf(tree: DocumentTree): Words[] {
  const { sides, numberLabel, number } = tree
  const firstSide = sides[0]!
  const langOf = (side: Side) => (side === 'en' ? 'en' : `zh-${tree.languages.script}`)
  const each = (say: (side: Side) => string) => sides.map((side) => ({ lang: langOf(side), text: say(side) }))
  /** Text that both languages share is included once, in the second language. */
  const once = (say: (side: Side) => string) =>
    [...new Map(sides.map((side) => [say(side), side]))].map(([text, side]) => ({ lang: langOf(side), text }))
  const line = ({ label, value }: SignatureLine) => [
    ...once((side) => labelled(label[side], '', side)),
    ...once((side) => value[side]),
  ]
  const abreast = ({ label, value }: SignatureLine) => [
    {
      lang: langOf(firstSide),
      text: labelled([...new Set(sides.map((side) => label[side]))].join(''), '', firstSide),
    },
    ...once((side) => value[side]),
  ]
  const article = ({ label, title, clauses }: ArticleNode) => [
    ...each((side) => label[side] + title[side]),
    ...clauses.flatMap((clause) => [
      ...each((side) => clauseOf(clause, side)),
      ...tableTexts(clause.kept ? clause.table : undefined, sides).map(({ side, text }) => ({
        lang: langOf(side),
        text,
      })),
    ]),
  ]
  return joinTexts([
    ...each((side) => tree.title[side]),
    {
      lang: langOf(firstSide),
      text:
        sides.length > 1
          ? sides.map((side) => numberLabel[side]).join('') + number
          : labelled(numberLabel[firstSide], number, firstSide),
    },
    ...tree.parties.flatMap(({ label, role, name, lines }) =>
      each((side) =>
        [
          partyHeading(label[side], role[side], '', side) + name[side],
          ...lines.map((one) => labelled(one.label[side], '', side) + one.value[side]),
        ].join(''),
      ),
    ),
    ...tree.recitals.flatMap((clause) => each((side) => clauseOf(clause, side))),
    ...bodyOf(tree).flatMap(article),
    ...each((side) => tree.prevailing[side]),
    ...tree.signatures.flatMap(({ label, name, lines, signatories }) => [
      ...once((side) => partyHeading(label[side], '', name[side], side)),
      ...(signatories
        ? [...lines, ...signatories.flatMap((one) => one.lines)].flatMap(abreast)
        : lines.flatMap(line)),
    ]),
    ...annexesOf(tree).flatMap(article),
  ])
}

function clauseOf({ kept, number, text, items }: ClauseNode, side: Side): string {
  return kept ? number + runsText(text[side]) + items.map((item) => clauseOf(item, side)).join('') : ''
}

/** The texts without white space; consecutive texts of one language are joined. */
export function joinTexts(words: Words[]): Words[] {
  const runs: Words[] = []
  for (const { lang, text } of words) {
    const textWithoutSpace = withoutSpace(text)
    if (!textWithoutSpace) continue
    if (runs.at(-1)?.lang === lang) runs.at(-1)!.text += textWithoutSpace
    else runs.push({ lang, text: textWithoutSpace })
  }
  return runs
}
