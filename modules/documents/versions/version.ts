import { sql } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The cause of a version. */
export type VersionCause =
  | 'create'
  | 'edit'
  | 'replace'
  | 'proposal'
  | 'translate'
  | 'undo-translation'
  | 'restore'
  | 'adopt'

/**
 * The editor saves every few seconds: the saves of one person within this time are one version, and one line
 * in the log.
 */
export const EDITING_SESSION = 30 * MINUTE

/**
 * The maximum number of versions of a document. Beyond it, the oldest editing sessions are deleted first;
 * reviewed and finalised versions are deleted last.
 */
export const MAX_VERSIONS = 50

/**
 * Records that a document was written. `outgoing` is its previous content; undefined for a new document. An
 * editing session continues its version; any other change begins a new version and stores the previous
 * content. The caller holds the lock on the document's row, so that numbers cannot fork.
 */
export async function recordVersion(
  trx: Db,
  { id, outgoing }: { id: string; outgoing?: Answers },
  author: Pick<Viewer, 'id' | 'name'>,
  cause: VersionCause,
) {
  if (cause === 'edit' && (await isSameSession(trx, id, author.id))) return
  if (outgoing) await storeOutgoing(trx, id, outgoing)
  await trx
    .insertInto('documents.version')
    .values({
      document_id: id,
      number: nextNumber(id),
      cause,
      author_id: author.id,
      author: author.name,
      begun_at: now(),
      saved_at: now(),
    })
    .execute()
  await deleteOldest(trx, id)
}

async function isSameSession(trx: Db, id: string, authorId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('documents.version')
    .set({ saved_at: now() })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .where('cause', '=', 'edit')
    .where('author_id', '=', authorId)
    .where('reached', 'is', null)
    .where('begun_at', '>', ago(EDITING_SESSION))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const storeOutgoing = (trx: Db, id: string, outgoing: Answers) =>
  trx
    .updateTable('documents.version')
    .set({ answers: JSON.stringify(outgoing) })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .execute()

const nextNumber = (id: string) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from documents.version where document_id = ${id})`

async function deleteOldest(trx: Db, id: string) {
  await sql`delete from documents.version where document_id = ${id} and number in (
    select number from documents.version where document_id = ${id} and answers is not null
    order by (cause = 'edit' and reached is null) desc, number
    limit greatest((select count(*) from documents.version where document_id = ${id}) - ${MAX_VERSIONS}::int, 0)
  )`.execute(trx)
}

/** Marks the present content as reviewed or finalised, so that the next change begins a new version. */
export async function sealVersion(trx: Db, id: string, reached: 'in_review' | 'finalised') {
  await trx
    .updateTable('documents.version')
    .set({ reached })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .execute()
}
