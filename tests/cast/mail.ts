import type { Db } from '#src/db/db.ts'

export async function mailsTo(db: Db, address: string) {
  return db
    .selectFrom('platform.mail')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .execute()
}

/** The newest message to an address, sent or not yet sent. */
export async function lastMailTo(db: Db, address: string) {
  const [mail] = await mailsTo(db, address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}
