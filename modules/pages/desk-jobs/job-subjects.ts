import { signingsOf } from '#modules/signing/index.ts'
import type { Db } from '#src/db/db.ts'
import type { DeadLetter } from '#src/jobs/dead-letters.ts'

/** The subject of a job, and the desk page of its customer. */
export interface JobSubject {
  words: string
  href?: string
}

/** The subject of each job by its id; for a queue without a desk page, the ids in its data. */
export async function jobSubjects(db: Db, rows: DeadLetter[]): Promise<Map<string, JobSubject>> {
  const [mails, signings] = await Promise.all([recipientsOf(db, rows), signingsOf(db, rows)])
  return new Map(
    rows.map((row) => {
      const { id, queue, data } = row
      const named = Object.values(data ?? {}).find((one) => typeof one === 'string') as string | undefined
      const signing = signings.get(id)
      if (signing)
        return [id, { words: signing.document_number, href: `/desk/accounts/${signing.starter_id}` }]
      const recipient = queue === 'mail' ? mails.get(String(data.id)) : undefined
      if (recipient)
        return [id, { words: recipient, href: `/desk/accounts?keyword=${encodeURIComponent(recipient)}` }]
      if (queue === 'unread-chat-answer')
        return [id, { words: String(data.id), href: `/desk/chat/${data.id}` }]
      return [id, { words: named ?? '' }]
    }),
  )
}

async function recipientsOf(db: Db, rows: DeadLetter[]) {
  const ids = rows.filter(({ queue }) => queue === 'mail').map(({ data }) => String(data.id))
  if (!ids.length) return new Map<string, string>()
  const mails = await db
    .selectFrom('platform.mail')
    .select(['id', 'recipient'])
    .where('id', 'in', ids)
    .execute()
  return new Map(mails.map(({ id, recipient }) => [id, recipient]))
}
