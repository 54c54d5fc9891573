import * as v from 'valibot'
import { fileNameOf } from '#modules/printing/index.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { DocumentShape, readForProgram } from '../drafts/for-programs.ts'
import { FILE_NAMES, formOf, readDocumentFile } from './document-file.ts'
import { finaliseDocument } from './finalise.ts'

const CopyQuery = v.object({ language: v.optional(v.picklist(['zh', 'en'])) })

const Finalisation = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  confirmations: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500)))),
})

addOperation({
  method: 'post',
  path: '/documents/:id/finalisation',
  scope: 'documents:write',
  body: Finalisation,
  answer: DocumentShape,
  idempotent: true,
  handle: async ({ db, viewer, id, body }) => {
    await finaliseDocument(db, viewer, id, body.version, body.confirmations)
    return readForProgram(db, viewer, id)
  },
})

for (const name of FILE_NAMES)
  addOperation({
    method: 'get',
    path: `/documents/:id/${name}`,
    scope: 'documents:read',
    query: CopyQuery,
    answer: formOf(name),
    handle: async ({ db, viewer, id, query, locale }) => {
      const copy = { name, side: query.language ?? null }
      const { document, form, mark, bytes } = await readDocumentFile(db, viewer, id, copy)
      return { name: fileNameOf(document, form, locale, mark), bytes }
    },
  })
