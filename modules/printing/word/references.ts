import {
  BookmarkEnd,
  BookmarkStart,
  BuilderElement,
  type IRunOptions,
  type ParagraphChild,
  TextRun,
  type XmlComponent,
} from 'docx'
import type { Side } from '#assembly/answers.ts'
import type { ClauseNode, DocumentTree, Run, Sides } from '#assembly/tree.ts'
import { faceOf, runsOf } from './fonts.ts'

/** A numbered paragraph to which a reference points. */
interface Target {
  /** For example 第三条, 3.1 or (2). */
  number: Sides<string>
  /** Its position in the document, from 1. */
  position: number
}

export interface References {
  /** The paragraphs that references point to, by target id; the target of an item includes its clause. */
  targets: Map<string, Target[]>
  referredTargets: Set<Target>
}

/**
 * Resolves the references of a document. A reference to a part that is left out points to the part's parent.
 */
export function referencesOf(tree: DocumentTree): References {
  const targets = new Map<string, Target[]>()
  let count = 0
  const addTarget = (
    part: { id: string; kept: boolean },
    number: Sides<string>,
    parentTargets: Target[],
    outerTargets: Target[],
  ) => {
    const targetsOfPart = part.kept ? [...outerTargets, { number, position: ++count }] : parentTargets
    targets.set(part.id, targetsOfPart)
    return targetsOfPart
  }
  for (const article of tree.articles) {
    const ofArticle = addTarget(article, article.label, [], [])
    for (const clause of article.clauses) {
      // A number such as 3.1 already includes the article; a clause of an annex is printed with the annex,
      // as 附件一第2条.
      const ofClause = addTarget(
        clause,
        onBothSides(clause.number),
        ofArticle,
        article.annex ? ofArticle : [],
      )
      for (const item of clause.items) addTarget(item, onBothSides(item.number), ofClause, ofClause)
    }
  }
  const clauses = [...tree.recitals, ...tree.articles.flatMap((article) => article.clauses)]
  const texts = clauses.flatMap((clause) => [clause, ...clause.items]).filter(({ kept }) => kept)
  const referred = texts.flatMap(({ text }) => tree.sides.flatMap((side) => text[side].flatMap(idsIn)))
  return { targets, referredTargets: new Set(referred.flatMap((id) => targets.get(id) ?? [])) }
}

const onBothSides = (number: string): Sides<string> => ({ zh: number, en: number })

const idsIn = ({ kind, target }: Run): string[] => (kind === 'ref' && target ? [target] : [])

const bookmarkOf = ({ position }: Target, side: Side) => `_Ref_${side}_${position}`

/** The content of a paragraph, inside a bookmark if a reference points to it. */
export function bookmarked(
  { targets, referredTargets: referred }: References,
  id: string,
  side: Side,
  children: ParagraphChild[],
): ParagraphChild[] {
  const target = targets.get(id)?.at(-1)
  if (!target || !referred.has(target)) return children
  const key = target.position * 2 + (side === 'zh' ? 0 : 1)
  const bookmarkEnds = [new BookmarkStart(bookmarkOf(target, side), key), new BookmarkEnd(key)] as const
  // docx has types only for a whole bookmark. Its ids continue from one document to the next, so we set our
  // own.
  const [start, end] = bookmarkEnds as readonly unknown[] as [ParagraphChild, ParagraphChild]
  return [start, ...children, end]
}

/** The text of a clause, with the numbers of its references as fields that Word updates. */
export function clauseRuns(
  tree: DocumentTree,
  references: References,
  clause: ClauseNode,
  side: Side,
): ParagraphChild[] {
  const runStyle = clause.emphasis && { heading: true }
  const plainRuns = (text: string) => (text ? runsOf(text, side, tree.languages.script, runStyle) : [])
  const children: ParagraphChild[] = []
  let text = ''
  for (const run of clause.text[side]) {
    let remainingText = run.text
    for (const target of idsIn(run).flatMap((id) => references.targets.get(id) ?? [])) {
      const number = target.number[side]
      const index = remainingText.indexOf(number)
      if (index < 0) continue
      children.push(
        ...plainRuns(text + remainingText.slice(0, index)),
        ...numberField(bookmarkOf(target, side), number, tree, side),
      )
      text = ''
      remainingText = remainingText.slice(index + number.length)
    }
    text += remainingText
  }
  return [...children, ...plainRuns(text)]
}

/**
 * A field with the number of a paragraph as Word prints it, without the numbers of its parents (`\n`), as a
 * link (`\h`).
 */
function numberField(bookmark: string, number: string, { languages }: DocumentTree, side: Side): TextRun[] {
  const face = faceOf(side, languages.script)
  const run = (...children: NonNullable<IRunOptions['children']>) => new TextRun({ ...face, children })
  const code = new BuilderElement({ name: 'w:instrText' }).addChildElement(`REF ${bookmark} \\n \\h`)
  return [
    run(fieldCharacter('begin'), code, fieldCharacter('separate')),
    run(number),
    run(fieldCharacter('end')),
  ]
}

const fieldCharacter = (type: string): XmlComponent =>
  new BuilderElement({ name: 'w:fldChar', attributes: { type: { key: 'w:fldCharType', value: type } } })
