import * as v from 'valibot'
import type { Answers, LanguageChoice, Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmationField, mustConfirm, needsReason } from '#assembly/confirmation/confirmation.ts'
import { pointPlace, pointWords } from '#assembly/open-points/point-words.ts'
import type { FieldValue } from '#assembly/template/template.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { type Locale, languages as wordsOf } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { Languages, Moment } from '#src/http/programs/shapes.ts'
import { AnswersSchema } from '../answers-schema.ts'
import { findDocument } from '../document.ts'
import { readFilter } from '../list/filter.ts'
import { listDocuments } from '../list/list.ts'
import { saveAnswers } from '../save.ts'
import { createDocument } from './create.ts'

/** The schemas of the fields and parties that programs send. */
export const { fields: FieldsSchema, parties: PartiesSchema } = AnswersSchema.entries

/** A drafted document, as the API returns it. */
export const DocumentShape = v.object({
  id: v.string(),
  number: v.string(),
  name: v.string(),
  status: v.string(),
  template: v.object({ code: v.string(), version: v.number() }),
  version: v.number(),
  languages: Languages,
  parties: PartiesSchema,
  fields: FieldsSchema,
  createdAt: Moment,
  updatedAt: Moment,
})

interface ListQuery {
  keyword?: string
  status?: string
  after?: string
  limit: number
}

/**
 * One page of the documents that the viewer may see, latest change first, and the cursor of the next page.
 */
export async function listForProgram(db: Db, viewer: Viewer, query: ListQuery) {
  const filter = readFilter({ keyword: query.keyword, status: query.status, after: query.after })
  const { rows, next } = await listDocuments(db, viewer, filter, 'en_US', query.limit)
  const items = rows.map(({ id, number, name, status, kind, updated_at }) => ({
    id,
    number,
    name,
    status,
    kind,
    updatedAt: new Date(updated_at).toISOString(),
  }))
  return { items, next }
}

/** A drafted document with its input. Throws NOT_FOUND. */
export async function readForProgram(db: Db, viewer: Viewer, id: string) {
  const { number, name, status, template, answers, ...document } = await findDocument(db, viewer, id)
  return {
    id: document.id,
    number,
    name,
    status,
    template: { code: template.code, version: template.version },
    version: document.version,
    languages: answers.languages,
    parties: answers.parties,
    fields: answers.fields,
    createdAt: document.created_at.toISOString(),
    updatedAt: document.updated_at.toISOString(),
  }
}

interface NewDocument {
  template: string
  languages?: Partial<LanguageChoice>
  name?: string
}

/** Creates a draft from the newest version of a template. Throws the errors of `createDocument`. */
export async function createByProgram(
  trx: Db,
  viewer: Viewer,
  { template: code, name, languages }: NewDocument,
) {
  const template = findTemplate(code)
  const chosenLanguages = { primary: 'zh', bilingual: true, script: 'Hans', ...languages } as const
  const draft = { version: template.version, languages: chosenLanguages, name }
  const id = await createDocument(trx, viewer, template, draft)
  return readForProgram(trx, viewer, id)
}

interface Changes {
  /** The save that the program has read. */
  version: number
  /** Attributes to set, by the key of the party. */
  parties?: Record<string, Partial<Party>>
  /** Values to set, by the id of the field; null empties it. */
  fields?: Record<string, FieldValue | null>
}

/**
 * Sets attributes of parties and values of fields; all others remain. Throws INVALID_FIELD for an unknown
 * party or field, DOCUMENT_CONFLICT when the document was saved since `version`, and the errors of
 * `saveAnswers`.
 */
export async function changeByProgram(db: Db, viewer: Viewer, id: string, changes: Changes) {
  const { template, answers } = await findDocument(db, viewer, id)
  const fieldIds = new Set(template.fields.map((field) => field.id))
  const partyKeys = new Set(answers.parties.map(({ key }) => key))
  const unknownKey =
    Object.keys(changes.fields ?? {}).find((field) => !fieldIds.has(field)) ??
    Object.keys(changes.parties ?? {}).find((key) => !partyKeys.has(key))
  if (unknownKey) throw new AppError('INVALID_FIELD', { field: unknownKey })
  const fields = Object.entries({ ...answers.fields, ...changes.fields }).filter(
    ([, value]) => value !== null,
  )
  const parties = answers.parties.map((party) => ({
    ...party,
    ...changes.parties?.[party.key],
    key: party.key,
  }))
  const newAnswers = { ...answers, fields: Object.fromEntries(fields), parties } as Answers
  const result = await saveAnswers(db, viewer, id, { version: changes.version, answers: newAnswers })
  if ('conflict' in result) throw new AppError('DOCUMENT_CONFLICT')
  return readForProgram(db, viewer, id)
}

/** The open points of a document, as the editor lists them, in words of the given language. */
export async function checkForProgram(db: Db, viewer: Viewer, id: string, locale: Locale) {
  const document = await findDocument(db, viewer, id)
  const tree = assemble({ ...document, today: shanghaiDay() })
  const t = wordsOf[locale].translator('editor')
  const points = tree.open.map((point: OpenPoint) => ({
    kind: point.kind,
    at: point.at,
    field: point.field ?? null,
    place: pointPlace(t, locale, { tree, template: document.template }, point),
    message: pointWords(t, locale, point),
    confirmation: mustConfirm(point) ? confirmationField(point) : null,
    needsReason: needsReason(point),
  }))
  return { complete: points.length === 0, points }
}
