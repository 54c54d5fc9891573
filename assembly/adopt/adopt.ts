import type { Answers, DocumentSource } from '../answers.ts'
import { assembleText } from '../assemble-text.ts'
import { clauseAnswer, outline } from '../outline.ts'
import { runsText } from '../plain.ts'
import type { Template } from '../template/template.ts'
import type { DocumentTree } from '../tree.ts'
import { asNow } from './as-now.ts'
import { carryAcknowledged } from './carry-acknowledged.ts'
import { carryClause } from './clauses.ts'
import { carryFields } from './fields.ts'
import type { Note } from './note.ts'
import { carryParties } from './parties.ts'
import { placeParts } from './place.ts'
import { targetsIn } from './targets.ts'
import { carrierOf, nodesIn } from './texts.ts'

/**
 * What a document holds under another version of its template, and what of it could not simply be carried
 * over.
 */
export interface Adopted {
  answers: Answers
  notes: Note[]
  /** What the document printed before, with its parts called as they are now, to be compared. */
  before: DocumentTree
}

/**
 * Carries everything a person put into a document over to another version of its template, clause by clause
 * and value by value. No text is lost: what has no place any more becomes a clause of the creator's own, or
 * stands in the notes. Takes time in proportion to the document.
 */
export function adoptTemplate(from: Template, to: Template, answers: Answers, number = ''): Adopted {
  const source: DocumentSource = { name: '', number, template: from, answers }
  const tree = assembleText(source)
  const nodes = new Map([...nodesIn(tree)].map((node) => [node.id, node]))
  const targets = targetsIn(from, to)
  const fields = carryFields(from, to, answers, targets)
  const parties = carryParties(from, to, answers)
  const { added, addedArticles, placed } = placeParts({ from, to, answers, targets })
  const articles = outline(from, answers).map(({ article: { id } }) => id)
  const isOwn = new Set(addedArticles.map(({ id }) => id))
  const parts = new Map<string, string | null>([
    ...articles.map((id) => [id, isOwn.has(id) ? id : (targets.article(id)?.id ?? null)] as const),
    ...placed.map(({ clause, target, now }) => [clause.id, target?.clause.id ?? now ?? null] as const),
  ])
  const renaming = { fields: { mark: (id: string) => targets.field(id) }, key: parties.key, parts }
  const carry = carrierOf(tree, { ...renaming, fields })
  const rename = carrierOf(tree, renaming)

  const notes: Note[] = [...languageNotes(to, answers), ...parties.notes, ...fields.notes]
  const clauses: Answers['clauses'] = {}
  for (const { id } of addedArticles) {
    const { custom, stale } = clauseAnswer(answers, id) ?? {}
    clauses[id] = { custom: carry(custom ?? { zh: '', en: '' }), ...(stale && { stale }) }
  }
  for (const part of placed) {
    const carried = carryClause(part, { answers, nodes, carry, rename })
    notes.push(...carried.notes)
    if (part.now && Object.keys(carried.answer).length) clauses[part.now] ??= carried.answer
  }
  notes.push(...unprinted(answers, parts))
  const moved: Answers = {
    languages: answers.languages,
    fields: fields.fields,
    clauses,
    added,
    ...(addedArticles.length && { addedArticles }),
    parties: parties.parties,
    signatureArea: parties.signatureArea,
  }
  const meant = carryAcknowledged(
    source,
    { ...source, template: to, answers: moved },
    { placed, carry, rename, nodes },
  )
  return {
    answers: { ...moved, clauses: meant.clauses },
    notes: [...withWords(notes, { ...source, template: to, answers: moved }), ...meant.notes],
    before: asNow(tree, renaming),
  }
}

/** The template's new words beside a text of one's own, as they would be printed. */
function withWords(notes: Note[], source: DocumentSource): Note[] {
  const beside = new Set(notes.flatMap(({ kind, to = '' }) => (kind === 'textBeside' ? [to] : [])))
  if (!beside.size) return notes
  const clauses = Object.entries(source.answers.clauses).map(([id, { custom, ...answer }]) =>
    beside.has(id) || !custom ? ([id, answer] as const) : ([id, { ...answer, custom }] as const),
  )
  const answers = { ...source.answers, clauses: Object.fromEntries(clauses) }
  const nodes = new Map([...nodesIn(assembleText({ ...source, answers }))].map((node) => [node.id, node]))
  return notes.map((note) => {
    const node = note.kind === 'textBeside' && nodes.get(note.to ?? '')
    return node ? { ...note, now: { zh: runsText(node.text.zh), en: runsText(node.text.en) } } : note
  })
}

/** Texts that stood in no place of the document before. */
function unprinted(answers: Answers, parts: Map<string, string | null>): Note[] {
  return Object.entries(answers.clauses).flatMap(([id, { custom }]) =>
    custom && (custom.zh || custom.en) && !parts.has(id)
      ? [{ kind: 'textGone' as const, id, text: { zh: custom.zh, en: custom.en } }]
      : [],
  )
}

function languageNotes(
  { languages }: Template,
  { languages: { primary, bilingual, script } }: Answers,
): Note[] {
  const zh = script === 'Hant' ? 'zh-Hant' : 'zh-Hans'
  const asked = [
    ...(bilingual || primary === 'zh' ? [zh] : []),
    ...(bilingual || primary === 'en' ? ['en'] : []),
  ]
  return asked
    .filter((language) => !languages.some((one) => one === language))
    .map((language) => ({ kind: 'languageGone' as const, id: language }))
}
