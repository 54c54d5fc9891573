import { sql } from 'kysely'
import { signingsOf } from '#modules/signing/index.ts'
import type { Db } from '#src/db/db.ts'
import type { DeadLetter } from '#src/jobs/dead-letters.ts'
import { isEmptied } from '#src/mail/mail.ts'

/** The subject of a job, and the desk page of its customer. */
export interface JobSubject {
  words: string
  href?: string
  /** A mail that is no longer retried, and whose text was therefore deleted. */
  isEmptied?: boolean
}

/**
 * The subject of each job by job id. For a queue without a desk page, the subject lists the ids in the job's
 * data.
 */
export async function jobSubjects(db: Db, rows: DeadLetter[]): Promise<Map<string, JobSubject>> {
  const [mails, signings] = await Promise.all([recipientsOf(db, rows), signingsOf(db, rows)])
  return new Map(
    rows.map((row) => {
      const { id, queue, data } = row
      const firstText = Object.values(data ?? {}).find((one) => typeof one === 'string') as string | undefined
      const signing = signings.get(id)
      if (signing)
        return [id, { words: signing.document_number, href: `/desk/accounts/${signing.starter_id}` }]
      const mail = queue === 'mail' ? mails.get(String(data.id)) : undefined
      if (mail) return [id, subjectOfMail(mail)]
      if (queue === 'unread-chat-answer')
        return [id, { words: String(data.id), href: `/desk/chat/${data.id}` }]
      return [id, { words: firstText ?? '' }]
    }),
  )
}

function subjectOfMail({ recipient, subject, isEmptied }: JobMail): JobSubject {
  const words = isEmptied && subject ? `${recipient} · ${subject}` : recipient
  return { words, href: `/desk/accounts?keyword=${encodeURIComponent(recipient)}`, isEmptied }
}

interface JobMail {
  recipient: string
  subject: string
  isEmptied: boolean
}

async function recipientsOf(db: Db, rows: DeadLetter[]) {
  const ids = rows.filter(({ queue }) => queue === 'mail').map(({ data }) => String(data.id))
  if (!ids.length) return new Map<string, JobMail>()
  const mails = await db
    .selectFrom('platform.mail')
    .select(['id', 'recipient', 'subject'])
    .select(sql<boolean>`${isEmptied} and state = 'failed'`.as('isEmptied'))
    .where('id', 'in', ids)
    .execute()
  return new Map<string, JobMail>(mails.map((mail) => [mail.id, mail]))
}
