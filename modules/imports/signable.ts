import { blankParty } from '#assembly/blank.ts'
import { partyKey } from '#assembly/words.ts'
import { type Document, visibleWithFile } from '#modules/documents/index.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { PageBox } from '#src/pdf/page-box.ts'

/** The file of an imported PDF, and the data for signature places on it. */
export interface ImportedFile {
  key: string
  sha256: string
  pages: number
  /** One box for each page; null for imports from before boxes were stored. */
  pageBoxes: PageBox[] | null
  signed: boolean
}

/** A document for signing; an imported one has parties and no text. */
export type Signable = Document & { imported: ImportedFile | null }

/**
 * A document that can be signed, drafted here or imported. Makes one query. Throws NOT_FOUND for an unknown
 * id and for another customer's document.
 */
export async function findSignable(db: Db, viewer: Viewer, id: string): Promise<Signable> {
  if (!isId(id)) notFound()
  const row = await visibleWithFile(db, viewer, 'imported-pdf')
    .leftJoin('imports.import as import', 'import.document_id', 'document.id')
    .selectAll('document')
    .select(['file.key as file_key', 'sha256', 'pages', 'page_boxes', 'signed', 'parties'])
    .where('document.id', '=', id)
    .executeTakeFirst()
  if (!row) notFound()
  const { file_key: key, sha256, pages, signed, parties, ...columns } = row
  const { page_boxes: pageBoxes, ...document } = columns
  if (document.kind === 'drafted') return { ...document, imported: null }
  const imported = { key: key!, sha256: sha256!, pages: pages!, pageBoxes, signed: signed! }
  return { ...withParties(document, parties ?? []), imported }
}

/** The parties of an import without named parties: two by default. */
const UNNAMED_PARTIES = ['', '']

function withParties(document: Document, names: string[]): Document {
  const parties = (names.length ? names : UNNAMED_PARTIES).map((name, index) => ({
    ...blankParty(partyKey(index), 'any'),
    name,
  }))
  const text = { template: { parties: [] }, answers: { parties } }
  return { ...document, ...(text as unknown as Pick<Document, 'template' | 'answers'>) }
}

/**
 * Whether the document can be sent for signing: a drafted one once it is finalised, an imported one
 * immediately.
 */
export const maySend = ({ status, imported }: Pick<Signable, 'status' | 'imported'>) =>
  status === 'finalised' || (imported !== null && status === 'draft')
