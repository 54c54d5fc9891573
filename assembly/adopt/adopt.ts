import type { Answers, DocumentSource } from '../answers.ts'
import { assembleText } from '../assemble-text.ts'
import { clauseAnswer, outline } from '../outline.ts'
import { runsText } from '../plain.ts'
import type { Template } from '../template/template.ts'
import type { DocumentTree } from '../tree.ts'
import { renameTree } from './as-now.ts'
import { carryAcknowledged } from './carry-acknowledged.ts'
import { carryTranslationMarks } from './carry-machine.ts'
import { carryClause } from './clauses.ts'
import { carryFields } from './fields.ts'
import type { AdoptionNote } from './note.ts'
import { carryParties } from './parties.ts'
import { placeParts } from './place.ts'
import { targetsIn } from './targets.ts'
import { markRewriter, nodesIn } from './texts.ts'

/**
 * The result of moving a document to another version of its template; `notes` list the content that could
 * not be carried over.
 */
export interface AdoptionResult {
  answers: Answers
  notes: AdoptionNote[]
  /**
   * The tree that the document printed before, with the ids of the new version, so that both can be compared.
   */
  before: DocumentTree
}

/**
 * Carries all of a document's content over to another version of its template, clause by clause and value by
 * value. No text is lost: a text without a place in the new version becomes a clause of the creator's own or
 * is quoted in the notes. Runs in linear time.
 */
export function adoptTemplate(
  oldTemplate: Template,
  newTemplate: Template,
  answers: Answers,
  number = '',
): AdoptionResult {
  const source: DocumentSource = { name: '', number, template: oldTemplate, answers }
  const tree = assembleText(source)
  const nodes = new Map([...nodesIn(tree)].map((node) => [node.id, node]))
  const targets = targetsIn(oldTemplate, newTemplate)
  const fields = carryFields(oldTemplate, newTemplate, answers, targets)
  const parties = carryParties(oldTemplate, newTemplate, answers)
  const { added, addedArticles, placed } = placeParts({
    from: oldTemplate,
    to: newTemplate,
    answers,
    targets,
  })
  const articles = outline(oldTemplate, answers).map(({ article: { id } }) => id)
  const addedArticleIds = new Set(addedArticles.map(({ id }) => id))
  const parts = new Map<string, string | null>([
    ...articles.map((id) => [id, addedArticleIds.has(id) ? id : (targets.article(id)?.id ?? null)] as const),
    ...placed.map(({ clause, target, newId }) => [clause.id, target?.clause.id ?? newId ?? null] as const),
  ])
  const renaming = { fields: { mark: (id: string) => targets.field(id) }, key: parties.key, parts }
  const carry = markRewriter(tree, { ...renaming, fields })
  const rename = markRewriter(tree, renaming)

  const notes: AdoptionNote[] = [...languageNotes(newTemplate, answers), ...parties.notes, ...fields.notes]
  const clauses: Answers['clauses'] = {}
  for (const { id } of addedArticles) {
    const { custom, stale } = clauseAnswer(answers, id) ?? {}
    clauses[id] = { custom: carry(custom ?? { zh: '', en: '' }), ...(stale && { stale }) }
  }
  for (const part of placed) {
    const carriedClause = carryClause(part, { answers, nodes, carry, rename })
    notes.push(...carriedClause.notes)
    if (part.newId && Object.keys(carriedClause.answer).length) clauses[part.newId] ??= carriedClause.answer
  }
  notes.push(...unprintedTextNotes(answers, parts))
  const newAnswers: Answers = {
    languages: answers.languages,
    fields: fields.fields,
    clauses,
    added,
    ...(addedArticles.length && { addedArticles }),
    parties: parties.parties,
    signatureArea: parties.signatureArea,
    ...(answers.confirmed && { confirmed: answers.confirmed }),
    ...carriedPosition(answers, parties.key),
  }
  const acknowledged = carryAcknowledged(
    source,
    { ...source, template: newTemplate, answers: newAnswers },
    { placed, carry, rename, nodes },
  )
  const machine = carryTranslationMarks(answers, newAnswers, {
    clause: (id) => parts.get(id),
    field: (id) => targets.field(id)?.id,
    party: parties.key,
  })
  return {
    answers: { ...newAnswers, clauses: acknowledged.clauses, ...machine },
    notes: [
      ...withNewTexts(notes, { ...source, template: newTemplate, answers: newAnswers }),
      ...acknowledged.notes,
    ],
    before: renameTree(tree, renaming),
  }
}

/** The party that the first draft favours, under its key in the new version. */
function carriedPosition({ position }: Answers, keyOf: (key: string) => string | undefined) {
  const newKey = position && position !== 'neutral' ? keyOf(position) : position
  return newKey ? { position: newKey } : {}
}

/** Adds the template's new words, as they would be printed, to each note about a custom text. */
function withNewTexts(notes: AdoptionNote[], source: DocumentSource): AdoptionNote[] {
  const comparedIds = new Set(notes.flatMap(({ kind, to = '' }) => (kind === 'textBeside' ? [to] : [])))
  if (!comparedIds.size) return notes
  const clauses = Object.entries(source.answers.clauses).map(([id, { custom, ...answer }]) =>
    comparedIds.has(id) || !custom ? ([id, answer] as const) : ([id, { ...answer, custom }] as const),
  )
  const answers = { ...source.answers, clauses: Object.fromEntries(clauses) }
  const nodes = new Map([...nodesIn(assembleText({ ...source, answers }))].map((node) => [node.id, node]))
  return notes.map((note) => {
    const node = note.kind === 'textBeside' && nodes.get(note.to ?? '')
    return node ? { ...note, now: { zh: runsText(node.text.zh), en: runsText(node.text.en) } } : note
  })
}

/** Notes about custom texts that the document did not print before. */
function unprintedTextNotes(answers: Answers, parts: Map<string, string | null>): AdoptionNote[] {
  return Object.entries(answers.clauses).flatMap(([id, { custom }]) =>
    custom && (custom.zh || custom.en) && !parts.has(id)
      ? [{ kind: 'textGone' as const, id, text: { zh: custom.zh, en: custom.en } }]
      : [],
  )
}

function languageNotes(
  { languages }: Template,
  { languages: { primary, bilingual, script } }: Answers,
): AdoptionNote[] {
  const zh = script === 'Hant' ? 'zh-Hant' : 'zh-Hans'
  const required = [
    ...(bilingual || primary === 'zh' ? [zh] : []),
    ...(bilingual || primary === 'en' ? ['en'] : []),
  ]
  return required
    .filter((language) => !languages.some((one) => one === language))
    .map((language) => ({ kind: 'languageGone' as const, id: language }))
}
