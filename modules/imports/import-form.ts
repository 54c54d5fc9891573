import * as v from 'valibot'
import { DocumentName, ImportedName } from '#assembly/characters/document-name.ts'
import { unprintableIn } from '#assembly/characters/printable.ts'
import { renameDocument } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { readForm } from '#src/http/body.ts'
import type { Ctx } from '#src/http/web.ts'

const MAX_PARTIES = 10

/** The names of the parties of an imported document. */
export const Parties = v.pipe(
  v.array(v.pipe(v.string(), v.trim())),
  v.maxLength(MAX_PARTIES, 'common.error.SIGNATORY_LIMIT'),
  v.check((names) => names.every((name) => name.length <= 100), 'common.problem.tooLong'),
  v.check(
    (names) => names.every((name) => unprintableIn(name).length === 0),
    'documents.problem.unprintable',
  ),
)

/** The names of parties as text, one in each line. */
const PartyLines = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
  Parties,
)

const ImportForm = v.object({ name: ImportedName, number: DocumentName, parties: PartyLines })

export const readImportForm = (c: Ctx) => readForm(c, ImportForm)

/** Throws the errors of `renameDocument`. */
export async function saveImport(db: Db, viewer: Viewer, id: string, form: v.InferOutput<typeof ImportForm>) {
  const { parties, ...names } = form
  await renameDocument(db, viewer, id, names)
  await db
    .updateTable('imports.import')
    .set({ parties: JSON.stringify(parties) })
    .where('document_id', '=', id)
    .execute()
}
