import { sql } from 'kysely'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportedRows, exportsTeam } from '#src/jobs/export-part.ts'
import type { Action } from './audit-log.ts'
import type { Document } from './document.ts'
import { exportFiling } from './filing/personal-data.ts'
import { logJson } from './log/log-json.ts'
import { logHead, logLine } from './log/log-lines.ts'

/**
 * The templates and translations that an account saved, or for an administrator the whole team; and the ids
 * of the documents, oldest first, for `exportDocumentContents`.
 */
export async function exportDocuments(
  db: Db,
  viewer: Viewer,
): Promise<ExportPart & { documentIds: string[] }> {
  const templates = await db
    .selectFrom('documents.saved_template')
    .select(['id', 'name', 'template_code', 'created_at', 'updated_at', 'deleted_at', 'answers'])
    .where(exportedRows(viewer, { account: 'creator_id', team: 'team_id' }))
    .orderBy('id')
    .execute()
  return {
    documentIds: await exportedDocumentIds(db, viewer),
    records: {
      documentsElsewhere: await listElsewhere(db, viewer),
      templates,
      ...(await exportFiling(db, viewer)),
      ...(exportsTeam(viewer) && (await exportMemory(db, viewer))),
    },
  }
}

/**
 * The documents that a person created in a former team, without their content, which belongs to that team.
 */
const listElsewhere = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('documents.document')
    .select(['id', 'name', 'number', 'kind', 'status', 'template_code', 'created_at', 'finalised_at'])
    .where('creator_id', '=', viewer.id)
    .where('team_id', '!=', viewer.teamId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

async function exportMemory(db: Db, { teamId }: Viewer) {
  const translationMemory = await db
    .selectFrom('documents.translation_pair')
    .select(['zh', 'en', 'noted_at'])
    .where('team_id', '=', teamId)
    .orderBy('noted_at')
    .execute()
  const memoryImports = await db
    .selectFrom('documents.memory_import')
    .select(['file_name', 'added', 'same', 'differing', 'replaced', 'refused', 'faults'])
    .select(['created_at', 'undone_at'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  return { translationMemory, memoryImports }
}

/**
 * The ids of the documents that the viewer created in their team, including deleted drafts that can still be
 * restored, oldest first; for an administrator, the documents of the whole team.
 */
async function exportedDocumentIds(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('documents.document')
    .select('id')
    .where('team_id', '=', viewer.teamId)
    .where(exportedRows(viewer, { account: 'creator_id', team: 'team_id' }))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Documents with everything that was typed and done in them, for a data export, and their logs in the
 * reader's words; imported PDFs have no text.
 */
export async function exportDocumentContents(db: Db, ids: string[], locale: Locale) {
  const documents = await db
    .selectFrom('documents.document as document')
    .select(['document.id', 'name', 'number', 'document.kind', 'status', 'template_code', 'counterparty'])
    .select(['answers', 'note'])
    .select(['created_at', 'updated_at', 'finalised_at', 'valid_until', 'failed_signing', 'deleted_at'])
    .select(['template', 'archived_at'])
    .select((eb) => [
      eb
        .selectFrom('documents.label as label')
        .select('label.name')
        .whereRef('label.id', '=', 'folder_id')
        .as('filed_in'),
      sql<string[]>`array(select name from documents.tagged join documents.label on id = tag_id
        where document_id = document.id order by name)`.as('tags'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const actions = await db
    .selectFrom('documents.action')
    .selectAll()
    .where('document_id', 'in', ids)
    .orderBy('number')
    .execute()
  const files = await db
    .selectFrom('documents.file')
    .select(['document_id', 'kind', 'key', 'sha256', 'size', 'pages', 'created_at'])
    .where('document_id', 'in', ids)
    .orderBy('kind')
    .execute()
  const versions = await db
    .selectFrom('documents.version')
    .select(['document_id', 'number', 'cause', 'author', 'begun_at', 'saved_at', 'reached', 'answers'])
    .where('document_id', 'in', ids)
    .orderBy('number')
    .execute()
  const translations = await db
    .selectFrom('documents.translation')
    .select(['document_id', 'state', 'everything', 'total', 'done', 'texts', 'created_at', 'ended_at'])
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()
  const readings = await db
    .selectFrom('documents.second_reading')
    .select(['document_id', 'state', 'total', 'done', 'opinions', 'created_at', 'ended_at'])
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()
  const rowsOfDocument = <Row extends { document_id: string }>(rows: Row[], id: string) =>
    rows.filter((row) => row.document_id === id)
  return documents.map(({ template, ...document }) => ({
    document: {
      ...document,
      text: textOf({ ...document, template }),
      versions: rowsOfDocument(versions, document.id).map(({ document_id: _, ...row }) => row),
      translations: rowsOfDocument(translations, document.id).map(({ document_id: _, ...row }) => row),
      secondReadings: rowsOfDocument(readings, document.id).map(({ document_id: _, ...row }) => row),
    },
    actions: rowsOfDocument(actions, document.id),
    log: logJson(document, rowsOfDocument(actions, document.id)),
    logTable: logTable(rowsOfDocument(actions, document.id), translate(locale)),
    files: rowsOfDocument(files, document.id).map(({ document_id: _, ...file }) => file),
  }))
}

const logTable = (actions: Action[], t: Translate) => [logHead(t), ...actions.map((row) => logLine(row, t))]

/** The printed text, per side; null for an imported PDF. */
function textOf({ template, answers, ...title }: Pick<Document, 'name' | 'number' | 'template' | 'answers'>) {
  if (!template) return null
  const tree = assemble({ ...title, template, answers })
  const sides = answers.languages.bilingual ? (['zh', 'en'] as const) : [answers.languages.primary]
  return Object.fromEntries(sides.map((side) => [side, plainText(tree, side)]))
}

/** The documents in a data export. */
export const documentExport = { list: exportDocuments, contents: exportDocumentContents }
