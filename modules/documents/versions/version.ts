import { sql } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** What made a version of a document. */
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
 * The editor saves by itself every few seconds: what one person saves within this time is one version, and
 * one line in the log.
 */
export const SITTING = 30 * MINUTE

/**
 * Of one document. Beyond it the oldest sittings go first; what went to review or was finalised goes last.
 */
export const MOST_VERSIONS = 50

/**
 * Notes that a document has been written: `outgoing` is what it held before, unless it is new. A sitting goes
 * on in its version, everything else begins a new one and puts away what was there. The document's row is
 * locked by whoever wrote it, so that numbers have no fork.
 */
export async function noteVersion(
  trx: Db,
  { id, outgoing }: { id: string; outgoing?: Answers },
  author: Pick<Viewer, 'id' | 'name'>,
  cause: VersionCause,
) {
  if (cause === 'edit' && (await sameSitting(trx, id, author.id))) return
  if (outgoing) await putAway(trx, id, outgoing)
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
  await forgetOldest(trx, id)
}

async function sameSitting(trx: Db, id: string, authorId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('documents.version')
    .set({ saved_at: now() })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .where('cause', '=', 'edit')
    .where('author_id', '=', authorId)
    .where('reached', 'is', null)
    .where('begun_at', '>', ago(SITTING))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const putAway = (trx: Db, id: string, outgoing: Answers) =>
  trx
    .updateTable('documents.version')
    .set({ answers: JSON.stringify(outgoing) })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .execute()

const nextNumber = (id: string) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from documents.version where document_id = ${id})`

async function forgetOldest(trx: Db, id: string) {
  await sql`delete from documents.version where document_id = ${id} and number in (
    select number from documents.version where document_id = ${id} and answers is not null
    order by (cause = 'edit' and reached is null) desc, number
    limit greatest((select count(*) from documents.version where document_id = ${id}) - ${MOST_VERSIONS}::int, 0)
  )`.execute(trx)
}

/**
 * What a document holds now has gone to review or was finalised: whatever is written next is a version of its
 * own.
 */
export async function sealVersion(trx: Db, id: string, reached: 'in_review' | 'finalised') {
  await trx
    .updateTable('documents.version')
    .set({ reached })
    .where('document_id', '=', id)
    .where('answers', 'is', null)
    .execute()
}
