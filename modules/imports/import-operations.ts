import * as v from 'valibot'
import { DocumentName, ImportedName } from '#assembly/characters/document-name.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Moment } from '#src/http/programs/shapes.ts'
import { findImport } from './import.ts'
import { Parties, saveImport } from './import-form.ts'
import { readFileName } from './import-name.ts'
import { importPdf } from './import-pdf.ts'
import { maxBytes } from './incoming.ts'

const ImportShape = v.object({
  id: v.string(),
  number: v.string(),
  name: v.string(),
  status: v.string(),
  pages: v.number(),
  /** Whether the file was signed before it was imported. */
  signed: v.boolean(),
  /** The names of the parties; the first one is party a. */
  parties: v.array(v.string()),
  createdAt: Moment,
})

async function readForProgram(db: Db, viewer: Viewer, id: string) {
  const { number, name, status, pages, signed, parties, created_at } = await findImport(db, viewer, id)
  return {
    id,
    number,
    name,
    status,
    pages,
    signed,
    parties: parties ?? [],
    createdAt: created_at.toISOString(),
  }
}

addOperation({
  method: 'post',
  path: '/imports',
  scope: 'documents:write',
  query: v.object({ name: v.pipe(v.string(), v.maxLength(1000)) }),
  upload: { type: 'pdf', max: maxBytes() },
  answer: ImportShape,
  status: 201,
  idempotent: true,
  handle: async ({ db, viewer, query, upload }) => {
    const fileName = readFileName(query.name)
    if ('problem' in fileName) throw new AppError('INVALID_FIELD', { field: 'name' }, fileName.problem)
    const id = await importPdf(db, viewer, { fileName: fileName.name, bytes: upload })
    return readForProgram(db, viewer, id)
  },
})

addOperation({
  method: 'get',
  path: '/imports/:id',
  scope: 'documents:read',
  answer: ImportShape,
  handle: ({ db, viewer, id }) => readForProgram(db, viewer, id),
})

addOperation({
  method: 'patch',
  path: '/imports/:id',
  scope: 'documents:write',
  body: v.strictObject({
    name: v.optional(ImportedName),
    number: v.optional(DocumentName),
    parties: v.optional(Parties),
  }),
  answer: ImportShape,
  handle: async ({ db, viewer, id, body }) => {
    const { name, number, parties } = await readForProgram(db, viewer, id)
    await saveImport(db, viewer, id, { name, number, parties, ...body })
    return readForProgram(db, viewer, id)
  },
})
