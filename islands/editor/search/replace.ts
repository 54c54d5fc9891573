import type { Answers, Side } from '#assembly/answers.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { setCell, writeCell } from '#assembly/edit/tables.ts'
import { clauseText, fillField, setParty, writeAttribute, writeCustom, writeText } from '#assembly/edit.ts'
import { checkValue, valueIn } from '#assembly/fields.ts'
import { groupBy } from '#assembly/lists/lists.ts'
import { parseMarks } from '#assembly/marks.ts'
import { currencyOf, isTable } from '#assembly/tables/table.ts'
import type { CellValue, Field, FieldValue, Template } from '#assembly/template/template.ts'
import type { OpenPoint, ProblemKey } from '#assembly/tree.ts'
import { asTwin, isTwinAttribute } from '#assembly/twins.ts'
import { draftOf, readDraft } from '../fields/field-draft.ts'
import { asCell, asValue, boxesOf } from '../tables/cell-value.ts'
import { type Match, patternOf, type Query } from './find.ts'
import type { CellPlace, SearchedDocument, Source } from './source.ts'

/** A replacement that was refused, and the reason: the problem of an open point, or fixed text. */
export interface RefusedReplacement {
  match: Match
  problem: ProblemKey
  detail?: string
}

export interface ReplacementResult {
  /** The unique id of the replacement. */
  key: number
  answers: Answers
  /** The number of printed places that changed. */
  done: number
  /** Matches that lie at least partly in fixed text. */
  fixed: Match[]
  refused: RefusedReplacement[]
}

let lastKey = 0

interface ReplaceQuery extends Query {
  replacement: string
}

/** All matches in one source; they are replaced together or not at all. */
interface Group {
  source: Source
  matches: Match[]
}

/**
 * Replaces the matches in all editable texts. A replacement that makes the document invalid, for example
 * because a text becomes too long or cannot be printed, is undone and reported, as are matches in fixed
 * text.
 */
export function replaceMatches(
  document: SearchedDocument,
  matches: Match[],
  query: ReplaceQuery,
): ReplacementResult {
  const groups = groupsOf(matches)
  const refused = new Map<Group, RefusedReplacement>()
  const pointsBefore = new Set(document.tree.open.map(pointName))
  let answers = document.answers
  // A group may be refused because of another group's text, so each round excludes at least one more group.
  for (let round = 0; round <= groups.length; round++) {
    answers = document.answers
    for (const group of groups) {
      if (refused.has(group)) continue
      const outcome = replaceGroup(answers, document.template, group, query)
      if ('problem' in outcome) refused.set(group, { match: group.matches[0]!, ...outcome })
      else answers = outcome.answers
    }
    const { open } = assembleText({
      name: '',
      number: document.tree.number,
      template: document.template,
      answers,
    })
    const invalidPoints = open.filter(
      (point) => point.kind === 'invalid' && !pointsBefore.has(pointName(point)),
    )
    const invalidGroups = groups.filter(
      (group) => !refused.has(group) && invalidPoints.some((point) => isAt(point, group)),
    )
    if (!invalidGroups.length) break
    for (const group of invalidGroups) {
      const { problem = 'formatInvalid', detail } = invalidPoints.find((point) => isAt(point, group))!
      refused.set(group, { match: group.matches[0]!, problem, detail: detail?.zh || detail?.en })
    }
  }
  const replacedMatches = groups.filter((group) => !refused.has(group)).flatMap((group) => group.matches)
  return {
    key: ++lastKey,
    answers,
    done: answers === document.answers ? 0 : replacedMatches.length,
    fixed: matches.filter(({ part }) => !part),
    refused: [...refused.values()],
  }
}

const pointName = ({ at, problem }: OpenPoint): string => `${at} ${problem}`

const isAt = ({ at }: OpenPoint, { source }: Group): boolean =>
  source.kind === 'party'
    ? at === nameOf(source) || at === nameOf(source).replace(/En$/, '')
    : at === nameOf(source)

/** The `at` of the open points about this source of text. */
export function nameOf(source: Source): string {
  if (source.kind === 'party') return `party:${source.id}.${source.attribute}`
  const cell = 'cell' in source && source.cell
  return cell ? `${source.id}.${cell.row}.${cell.column}` : source.id
}

const keyOf = (source: Source): string =>
  `${source.kind} ${nameOf(source)} ${'side' in source ? source.side : ''}`

function groupsOf(matches: Match[]): Group[] {
  const editableMatches = matches.filter(({ part }) => part)
  return [...groupBy(editableMatches, ({ part }) => keyOf(part!.source)).values()].map((groupMatches) => ({
    source: groupMatches[0]!.part!.source,
    matches: groupMatches,
  }))
}

type Refusal = Pick<RefusedReplacement, 'problem' | 'detail'>

type Outcome = { answers: Answers } | Refusal

function replaceGroup(
  answers: Answers,
  template: Template,
  { source, matches }: Group,
  query: ReplaceQuery,
): Outcome {
  const replaceText = (text: string, mark?: number) => replaceIn(text, matches, query.replacement, mark)
  switch (source.kind) {
    case 'custom': {
      const { id, side } = source
      const text = clauseText(answers, template, id)[side]
      // The title of an article has no marks.
      if (answers.addedArticles?.some((one) => one.id === id))
        return { answers: writeCustom(answers, template, id, side, replaceText(text)) }
      const next = parseMarks(text)
        .map((mark, index) =>
          mark.kind === 'text' ? escapeBraces(replaceText(mark.text, index)) : mark.source,
        )
        .join('')
      return { answers: writeCustom(answers, template, id, side, next) }
    }
    case 'text': {
      const { id, side, cell } = source
      if (cell) return { answers: replaceCell(answers, template, { id, ...cell, side }, replaceText) }
      const value = valueIn(answers, id)
      if (side) return { answers: writeText(answers, template, id, side, replaceText(asTwin(value)[side])) }
      return { answers: fillField(answers, template, id, replaceText(String(value))) }
    }
    case 'party': {
      const { id, attribute } = source
      const party = answers.parties.find(({ key }) => key === id)
      const text = replaceText(party?.[attribute] ?? '')
      const [side, base] = attribute.endsWith('En')
        ? (['en', attribute.slice(0, -2)] as const)
        : (['zh', attribute] as const)
      if (isTwinAttribute(base)) return { answers: writeAttribute(answers, template, id, base, side, text) }
      return { answers: setParty(answers, template, id, { [attribute]: text }) }
    }
    case 'value':
      return replaceValue(answers, template, source, query)
  }
}

const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&')

/**
 * Replaces the matches in one part of a custom text between marks, or in a complete text of another kind.
 */
function replaceIn(text: string, matches: Match[], replacement: string, mark?: number): string {
  const places = matches
    .filter(
      ({ part }) => mark === undefined || (part!.source.kind === 'custom' && part!.source.mark === mark),
    )
    .map(({ from, to, part }) => [from - part!.from + part!.skip, to - part!.from + part!.skip] as const)
  const uniquePlaces = new Map(places.map((place) => [place[0], place]))
  let newText = text
  for (const [from, to] of [...uniquePlaces.values()].sort((a, b) => b[0] - a[0]))
    newText = newText.slice(0, from) + replacement + newText.slice(to)
  return newText
}

function replaceCell(
  answers: Answers,
  template: Template,
  { id, side, ...place }: CellPlace & { id: string; side: Side | undefined },
  replaced: (text: string) => string,
): Answers {
  const cell = cellIn(answers, id, place)
  if (side) {
    const text = replaced(asTwin(cell)[side])
    return writeCell(answers, template, id, { ...place, side, text })
  }
  return setCell(answers, template, id, place, replaced(String(cell)) || undefined)
}

/** A number, date or period is replaced in its typed form if the result can be parsed. */
function replaceValue(
  answers: Answers,
  template: Template,
  { id, cell }: { id: string; cell?: CellPlace },
  query: ReplaceQuery,
): Outcome {
  const box = cell ? cellBox(answers, template, id, cell) : fieldBox(answers, template, id)
  const pattern = patternOf(query)
  if (!box || box.value === undefined || !pattern) return { problem: 'wrongType' }
  const { field, value } = box
  if (field.type === 'choice' || field.type === 'boolean') return { problem: 'chosen' }
  const draft = draftOf(field, value)
  const text = draft.text.replace(pattern, () => query.replacement)
  if (text === draft.text) return { problem: 'printed' }
  const next = readDraft(field, { ...draft, text })
  const refusal: Refusal | null = next === undefined ? { problem: 'required' } : problemOf(field, next)
  return refusal ?? { answers: box.put(next!) }
}

/** A field, its value, and the function that sets its value. */
interface Box {
  field: Field
  value: FieldValue | undefined
  put: (value: FieldValue) => Answers
}

function fieldBox(answers: Answers, template: Template, id: string): Box | undefined {
  const field = template.fields.find((one) => one.id === id)
  if (!field) return undefined
  return { field, value: valueIn(answers, id), put: (value) => fillField(answers, template, id, value) }
}

function cellBox(answers: Answers, template: Template, id: string, place: CellPlace): Box | undefined {
  const table = template.fields.find((one) => one.id === id)
  const column = table?.columns?.find((one) => one.id === place.column)
  if (!table || !column) return undefined
  const currency = currencyOf(table, valueIn(answers, id))
  return {
    field: boxesOf(column, currency),
    value: asValue(column, cellIn(answers, id, place), currency),
    put: (value) => setCell(answers, template, id, place, asCell(value)),
  }
}

function cellIn(answers: Answers, id: string, { row, column }: CellPlace): CellValue | undefined {
  const table = valueIn(answers, id)
  const tableRow = isTable(table) ? table.rows.find((one) => one.id === row) : undefined
  return tableRow && Object.hasOwn(tableRow.cells, column) ? tableRow.cells[column] : undefined
}

function problemOf(field: Field, value: FieldValue): Refusal | null {
  const valueProblem = checkValue(field, value)
  return (
    valueProblem && {
      problem: valueProblem.problem,
      ...(valueProblem.detail && { detail: valueProblem.detail.zh }),
    }
  )
}
