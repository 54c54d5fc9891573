import type { Party, Side, TwinAttribute } from '#assembly/answers.ts'
import { clauseText } from '#assembly/edit.ts'
import { isTextField, valueIn } from '#assembly/fields.ts'
import { parseMarks, type TextMark } from '#assembly/marks.ts'
import { labelled, partyHeading, runsText } from '#assembly/plain.ts'
import type { ClauseNode, DocumentTree, Run } from '#assembly/tree.ts'
import { asTwin, isTwinAttribute } from '#assembly/twins.ts'
import type { PartyText, PrintedText, SearchedDocument, Source, SourceRange } from './source.ts'
import { tableTexts } from './table-texts.ts'

/** All texts that the paper prints, in reading order. */
export function printedTexts(document: SearchedDocument): PrintedText[] {
  const { tree } = document
  const fixed = (place: string, text: Record<Side, string>): PrintedText[] =>
    tree.sides.map((side) => ({ place, side, text: text[side], parts: [] }))
  const clauses = (nodes: ClauseNode[]): PrintedText[] =>
    nodes
      .filter(({ kept }) => kept)
      .flatMap((node) => [
        ...clauseTexts(document, node),
        ...tableTexts(document, node),
        ...clauses(node.items),
      ])
  return [
    ...fixed('#part-title [data-side="$"]', tree.title),
    ...tree.parties.flatMap((party) => partyTexts(document, 'parties', party)),
    ...clauses(tree.recitals),
    ...tree.articles
      .filter(({ kept }) => kept)
      .flatMap((article) => [...titleTexts(document, article), ...clauses(article.clauses)]),
    ...(tree.sides.length > 1 ? fixed('#part-prevailing [data-side="$"]', tree.prevailing) : []),
    ...tree.signatures.flatMap((block) => partyTexts(document, 'signatures', block)),
  ]
}

type Block = Pick<DocumentTree['parties'][number], 'key' | 'label' | 'name'> & {
  role?: Record<Side, string>
  lines: { id: string; label: Record<Side, string>; value: Record<Side, string> }[]
}

function partyTexts(
  { answers, tree }: SearchedDocument,
  part: 'parties' | 'signatures',
  block: Block,
): PrintedText[] {
  const index = tree.parties.findIndex(({ key }) => key === block.key)
  const party = answers.parties[index]
  const line = (n: number, side: Side, text: string, value: string, id: string): PrintedText => ({
    place: `#part-${part} [data-block="${block.key}"] [data-side="${side}"] > p:nth-of-type(${n})`,
    side,
    text,
    parts:
      party && text.endsWith(value) ? attributePart(party, id, side, text.length - value.length, value) : [],
  })
  return tree.sides.flatMap((side) => {
    const { label, role, name } = block
    const head = partyHeading(label[side], role?.[side] ?? '', name[side], side)
    return [
      line(1, side, head, name[side], 'name'),
      ...block.lines.map((one, n) =>
        line(n + 2, side, labelled(one.label[side], one.value[side], side), one.value[side], one.id),
      ),
    ]
  })
}

/** Lines of a signature that repeat an attribute of the party. */
const ATTRIBUTE_BY_LINE: Record<string, PartyText> = { signer: 'signerName', title: 'signerTitle' }

function attributePart(
  party: Party,
  id: string,
  side: Side,
  from: number,
  printedText: string,
): SourceRange[] {
  const attribute = printedAttribute(party, ATTRIBUTE_BY_LINE[id] ?? (id as PartyText), side)
  if (!printedText || party[attribute] !== printedText) return []
  return [
    { from, to: from + printedText.length, skip: 0, source: { kind: 'party', id: party.key, attribute } },
  ]
}

/** The attribute that is printed on this side; if one language is missing, the other one is printed. */
function printedAttribute(party: Party, attribute: PartyText, side: Side): PartyText {
  if (!isTwinAttribute(attribute)) return attribute
  const english: `${TwinAttribute}En` = `${attribute}En`
  const sideAttribute = side === 'en' ? english : attribute
  const other = side === 'en' ? attribute : english
  return party[sideAttribute]?.trim() ? sideAttribute : other
}

function titleTexts(
  { answers, template, tree }: SearchedDocument,
  article: DocumentTree['articles'][number],
): PrintedText[] {
  const text = clauseText(answers, template, article.id)
  return tree.sides.map((side) => {
    const label = article.label[side]
    const title = article.title[side]
    const from = label ? label.length + 1 : 0
    const isEditable =
      article.added && title !== '' && text[side].startsWith(title) && !/[{}]/.test(text[side])
    const source: Source = { kind: 'custom', id: article.id, side, mark: 0 }
    return {
      place: `#part-${article.id} [data-side="${side}"]`,
      clause: article.id,
      side,
      text: `${label} ${title}`.trim(),
      parts: isEditable ? [{ from, to: from + title.length, skip: 0, source }] : [],
    }
  })
}

function clauseTexts(document: SearchedDocument, node: ClauseNode): PrintedText[] {
  return document.tree.sides.map((side) => {
    const runs = node.text[side]
    const customRanges = node.state === 'custom' ? customParts(document, node.id, side, runs) : []
    return {
      place: `[data-clause="${node.id}"] [data-side="${side}"]`,
      clause: node.id,
      side,
      text: runsText(runs),
      parts: [...customRanges, ...filledParts(document, side, runs)].sort((a, b) => a.from - b.from),
    }
  })
}

/** The values that are filled in within the words. */
function filledParts({ template, answers }: SearchedDocument, side: Side, runs: Run[]): SourceRange[] {
  let offset = 0
  return runs.flatMap((run): SourceRange[] => {
    const from = offset
    offset += run.text.length
    if (run.empty || !run.target) return []
    const part = (source: Source): SourceRange[] => [{ from, to: from + run.text.length, skip: 0, source }]
    if (run.kind === 'party') {
      const [key, attribute] = run.target.split('.') as [string, PartyText | 'role' | undefined]
      const party = answers.parties.find((one) => one.key === key)
      if (!party || !attribute || attribute === 'role') return []
      return attributePart(party, attribute, side, from, run.text)
    }
    const field = run.kind === 'field' && template.fields.find(({ id }) => id === run.target)
    if (!field || field.computed) return []
    if (!isTextField(field)) return part({ kind: 'value', id: field.id })
    const value = valueIn(answers, field.id)
    const differsBySide = typeof value === 'object'
    const text = differsBySide ? asTwin(value)[side] : value
    // The printed value may lack its final stop. A value that is printed in other characters than stored is
    // not replaced.
    if (typeof text !== 'string' || !text.startsWith(run.text)) return []
    return part({ kind: 'text', id: field.id, ...(differsBySide && { side }) })
  })
}

/** The words of a custom text between its marks, each with its printed place. */
function customParts(
  { answers, template }: SearchedDocument,
  id: string,
  side: Side,
  runs: Run[],
): SourceRange[] {
  const printed = runsText(runs)
  const markOffsets = offsetsOf(runs)
  let offset = 0
  return parseMarks(clauseText(answers, template, id)[side]).flatMap((mark, index): SourceRange[] => {
    if (mark.kind !== 'text') {
      if (markOffsets[0]?.target === targetOf(mark)) offset = markOffsets.shift()?.end ?? offset
      return []
    }
    const end = markOffsets[0]?.start ?? printed.length
    for (const [text, skip] of printedForms(mark.text)) {
      const from = text ? printed.indexOf(text, offset) : -1
      if (from < 0 || from + text.length > end) continue
      offset = from + text.length
      return [{ from, to: offset, skip, source: { kind: 'custom', id, side, mark: index } }]
    }
    return []
  })
}

/**
 * The forms in which a text may be printed, each with the number of characters skipped at the start:
 * unchanged, without its first character, and trimmed.
 */
const printedForms = (text: string): [text: string, skip: number][] => [
  [text, 0],
  [text.slice(1), 1],
  [text.trim(), text.length - text.trimStart().length],
]

function offsetsOf(runs: Run[]): { target?: string; start: number; end: number }[] {
  let offset = 0
  return runs.flatMap(({ kind, text, target }) => {
    const start = offset
    offset += text.length
    return kind === 'text' ? [] : [{ target, start, end: offset }]
  })
}

function targetOf(mark: TextMark): string | undefined {
  if (mark.kind === 'field' || mark.kind === 'ref') return mark.id
  return mark.kind === 'party' ? `${mark.key}${mark.attribute ? `.${mark.attribute}` : ''}` : ''
}
