import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findAccountForDesk, requireAccountsDesk } from './desk-accounts.ts'

/** The maximum number of notes that the page of an account shows. */
const MAX_SHOWN = 20

/** The latest notes of staff on an account, newest first. */
export async function notesOn(db: Db, viewer: Viewer, accountId: string) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('accounts.account_note as note')
    .innerJoin('accounts.account as staff', 'staff.id', 'staff_id')
    .select(['note.id', 'words', 'at', 'staff.name as staffName'])
    .where('note.account_id', '=', accountId)
    .orderBy('note.id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

export type AccountNote = Awaited<ReturnType<typeof notesOn>>[number]

/** Adds a note that only staff see. Throws NOT_FOUND. */
export async function addNote(db: Db, viewer: Viewer, accountId: string, text: string) {
  await findAccountForDesk(db, viewer, accountId)
  await db
    .insertInto('accounts.account_note')
    .values({ id: newId(), account_id: accountId, staff_id: viewer.id, words: text, at: now() })
    .execute()
}
