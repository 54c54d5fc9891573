import type { Selectable } from 'kysely'
import { mailReaders } from '#modules/accounts/index.ts'
import { byTemplate } from '#modules/documents/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { now } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { lawWords, listKnownLaws } from './law.ts'
import { sendLawChangeLater } from './notice-mail.ts'
import type { ChangeTable } from './schema.ts'

type Drafter = Awaited<ReturnType<typeof byTemplate.draftersAfter>>[number]
type Draft = Drafter['drafts'][number]

/** The number of people who are notified in one transaction. */
const BATCH = 100

/**
 * Notifies the next batch of people whose drafts a change of a law affects, and enqueues the following
 * batch. The notifications and the last account reached are written in one transaction, so that after a
 * crash everyone is notified exactly once. Does nothing once the change is withdrawn.
 */
export const notifyDrafters = job<{ id: string; after: string | null }>(
  'law-notices',
  async (db, { id, after }) => {
    if (!isId(id)) return
    await db.transaction().execute(async (trx) => {
      const change = await trx
        .selectFrom('laws.change')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!change || change.withdrawn_at || change.notified_at || change.notified_until !== after) return
      const batch = await byTemplate.draftersAfter(trx, change.codes, { after, limit: BATCH })
      await notifyBatch(trx, change, batch)
      const isLast = batch.length < BATCH
      const lastAccountId = batch.at(-1)?.accountId ?? after
      await trx
        .updateTable('laws.change')
        .set((eb) => ({ notified: eb('notified', '+', batch.length) }))
        .set({ notified_until: lastAccountId, notified_at: isLast ? now() : null })
        .where('id', '=', id)
        .execute()
      if (!isLast) await notifyDrafters.enqueue(trx, { id, after: lastAccountId })
    })
  },
)

/** Each person gets one notification, and one mail if they want such mails immediately. */
async function notifyBatch(trx: Db, change: Selectable<ChangeTable>, batch: Drafter[]) {
  if (!batch.length) return
  const { law: name, version_name: version, in_force_from: day } = change
  const law = (await listKnownLaws()).find((one) => one.name === name) ?? { name, en: null }
  const ids = batch.map(({ accountId }) => accountId)
  const readers = new Map((await mailReaders(trx, ids)).map((reader) => [reader.id, reader]))
  for (const { accountId, drafts } of batch) {
    const reader = readers.get(accountId)
    const words = lawWords(law, reader?.locale ?? 'zh_CN')
    const [{ id, name: draft }] = drafts as [Draft, ...Draft[]]
    const more = drafts.length === 1 ? 'none' : String(drafts.length - 1)
    const path = drafts.length === 1 ? `/mgmt/${id}/edit-doc` : '/mgmt/my-docs?status=draft'
    const facts = { law: words, day, draft, more }
    await sendMessage(trx, [accountId], { kind: 'lawChanged', facts, path })
    if (reader?.ways.laws !== 'now') continue
    const { email: to, locale } = reader
    await sendLawChangeLater(trx, { to, locale }, { law: words, version, day, drafts })
  }
}
