import { type AdoptionResult, adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers, DocumentSource } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import { libraryTemplates } from '#modules/templates/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { type Document, findToEdit } from '../document.ts'
import { writeAnswers } from '../save.ts'

/** The version in force of a document's template; undefined unless it is newer and offered. */
export const newerVersion = ({ code, version }: Pick<Template, 'code' | 'version'>): Template | undefined =>
  libraryTemplates().find((one) => one.code === code && one.version > version)

/** A document before and after adopting another version, and the parts that could not be carried over. */
export interface Adoption extends Pick<AdoptionResult, 'notes' | 'before'> {
  from: number
  after: DocumentSource
  done: boolean
}

/**
 * The changes that adopting the newer version would make; if there is no newer version, the changes of the
 * last adoption; undefined if there is neither.
 */
export async function findAdoption(db: Db, document: Document): Promise<Adoption | undefined> {
  const { template, answers } = document
  const newerTemplate = newerVersion(template)
  if (newerTemplate) return adoptionOf(document, template, newerTemplate, answers, false)
  const latestAdoption = await findLastAdoption(db, document.id)
  return (
    latestAdoption && adoptionOf(document, latestAdoption.template, template, latestAdoption.answers, true)
  )
}

function adoptionOf(
  { name, number }: Document,
  from: Template,
  to: Template,
  answers: Answers,
  isDone: boolean,
): Adoption {
  const adopted = adoptTemplate(from, to, answers, number)
  return {
    from: from.version,
    before: adopted.before,
    notes: adopted.notes,
    done: isDone,
    after: { name, number, template: to, answers: adopted.answers },
  }
}

/** The template and answers of the document before its last adoption, if that version is still stored. */
async function findLastAdoption(db: Db, documentId: string) {
  const formerTemplate = await db
    .selectFrom('documents.former_template as former')
    .innerJoin('documents.version as made', (join) =>
      join.onRef('made.document_id', '=', 'former.document_id').onRef('made.number', '=', 'former.until'),
    )
    .innerJoin('documents.version as version', (join) =>
      join
        .onRef('version.document_id', '=', 'former.document_id')
        .onRef('version.number', '<', 'former.until'),
    )
    .select(['former.template', 'version.answers'])
    .where('former.document_id', '=', documentId)
    .where('made.cause', '=', 'adopt')
    .orderBy('former.until', 'desc')
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return formerTemplate?.answers
    ? { template: formerTemplate.template, answers: formerTemplate.answers }
    : undefined
}

/** Throws when a document cannot adopt a version now, because it is not a draft or is being translated. */
export function refuseAdoption({ status, translating }: Pick<Document, 'status' | 'translating'>) {
  if (status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  if (translating) throw new AppError('TRANSLATION_IN_PROGRESS')
}

/**
 * Moves a draft to the template's newer version `to`, with all its content, as a new document version; the
 * previous one remains in the history with its template. `since`: the save that the requester has seen. Does
 * nothing when the draft already has that version. Throws NOT_FOUND, DOCUMENT_STATUS_WRONG when it is not a
 * draft, TRANSLATION_IN_PROGRESS, DOCUMENT_LAPSED, TOO_LARGE, TEMPLATE_UPDATED when another version is in
 * force, and DOCUMENT_CONFLICT when it was saved in the meantime.
 */
export async function adoptNewer(
  db: Db,
  viewer: Viewer,
  { id, to, since }: { id: string; to: number; since: number },
) {
  const document = await findToEdit(db, viewer, id)
  refuseAdoption(document)
  const { template, answers, version, creator_id } = document
  if (template.version === to) return
  const newerTemplate = newerVersion(template)
  if (newerTemplate?.version !== to) throw new AppError('TEMPLATE_UPDATED')
  if (version !== since) throw new AppError('DOCUMENT_CONFLICT')
  const adopted = adoptTemplate(template, newerTemplate, answers)
  const isDone = await db.transaction().execute(async (trx) => {
    const change = { version, answers: adopted.answers, template: newerTemplate, cause: 'adopt' } as const
    if (!(await writeAnswers(trx, viewer, document, change))) return false
    const versions = { before: template.version, after: newerTemplate.version }
    await logAction(trx, id, actorOf(viewer, creator_id), 'adopt-template', versions)
    return true
  })
  if (isDone) return
  const currentDocument = await findToEdit(db, viewer, id)
  if (currentDocument.status !== 'draft' || currentDocument.template.version !== to)
    throw new AppError('DOCUMENT_CONFLICT')
}
