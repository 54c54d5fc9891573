import { ownersOfDocuments } from '#modules/documents/index.ts'
import { sendersOfSignings } from '#modules/signing/index.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { StoredFile } from '#src/jobs/stored-file.ts'

/** A file's key begins with one of these kinds, followed by the id of the record that owns the file. */
export const FILE_KINDS = [
  ...(['documents', 'signings', 'chat', 'consultations'] as const),
  ...(['slips', 'invoices', 'feedback', 'archives', 'data-exports'] as const),
] as const
export type FileKind = (typeof FILE_KINDS)[number] | 'other'

export interface DamagedFile extends Pick<StoredFile, 'key' | 'damage' | 'damaged_at'> {
  kind: FileKind
  /** Id of the record that owns the file. */
  id: string
  /** Number and team of the owner, if it is a document or a signing. */
  number?: string
  team?: string
}

const ROWS = 30

/** One page of damaged files, sorted by key, with their owners. At most three queries. */
export async function listDamaged(db: Db, afterKey: string) {
  const rows = await db
    .selectFrom('platform.stored_file')
    .select(['key', 'damage', 'damaged_at'])
    .where('damaged_at', 'is not', null)
    .where('key', '>', afterKey)
    .orderBy('key')
    .limit(ROWS + 1)
    .execute()
  const files = rows.slice(0, ROWS).map((row) => ({ ...row, ...ownerIn(row.key) }))
  const idsOf = (kind: FileKind) => files.filter((row) => row.kind === kind).map(({ id }) => id)
  const owners = [
    ...(await ownersOfDocuments(db, idsOf('documents'))),
    ...(await sendersOfSignings(db, idsOf('signings'))),
  ]
  const ownerById = new Map(owners.map(({ id, number, team }) => [id, { number, team }]))
  const next = rows.length > ROWS ? files.at(-1)!.key : null
  return { rows: files.map((row): DamagedFile => ({ ...row, ...ownerById.get(row.id) })), next }
}

function ownerIn(key: string): Pick<DamagedFile, 'kind' | 'id'> {
  const [kindText, name = ''] = key.split('/')
  // An invoice file that is not a PDF has its format as extension.
  const id = name.split('.')[0]!
  const kind = FILE_KINDS.find((one) => one === kindText)
  return kind && isId(id) ? { kind, id } : { kind: 'other', id: '' }
}

/** When the nightly check last checked a file; null before the first check. */
export async function lastCheck(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('platform.stored_file')
    .select((eb) => eb.fn.max('checked_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
