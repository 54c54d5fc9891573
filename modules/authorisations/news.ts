import './events.ts'
import { administratorsOf } from '#modules/accounts/index.ts'
import { DAY, fromNow, now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit, type ModuleEvents } from '#src/jobs/module-events.ts'
import { type Authorisation, daysUntil, RENEWABLE_DAYS } from './authorisation.ts'
import { mailNews } from './emails/news-mail.ts'

/** Notifies the person who authorised us and, for an institution, the administrators of its team. */
export async function notify(
  trx: Db,
  { team_id, account_id, provider, sender, name, ends_at, reason }: Authorisation,
  kind: ModuleEvents['authorisation-news']['kind'],
) {
  const administrators = sender === 'institution' ? await administratorsOf(trx, team_id) : []
  const accountIds = [...new Set([...(account_id ? [account_id] : []), ...administrators])]
  const facts = {
    name,
    day: ends_at ? shanghaiDay(ends_at) : '',
    days: ends_at ? String(daysUntil(ends_at)) : '',
    reason: reason ?? '',
  }
  const page = provider === 'builtin' ? 'authorisation' : 'services'
  const path = `/mgmt/acct-info/${page}`
  const news = { accountIds, kind, facts, path }
  await emit(trx, 'authorisation-news', news)
  await mailNews(trx, news)
}

/** Days before the end at which a warning is sent. */
const WARNINGS = [1, 7, 30]

/** Daily: warns 30, 7 and 1 day before an authorisation ends, unless a later authorisation follows. */
export const warnOfEndings = job('authorisation-endings', async (db) => {
  const rows = await db
    .selectFrom('authorisations.authorisation as ending')
    .selectAll()
    .where('state', '=', 'granted')
    .where('ends_at', '>', now())
    .where('ends_at', '<=', fromNow(RENEWABLE_DAYS * DAY))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('authorisations.authorisation as later')
            .select('later.id')
            .where('later.state', '=', 'granted')
            .whereRef('later.team_id', '=', 'ending.team_id')
            .whereRef('later.provider', '=', 'ending.provider')
            .whereRef('later.sender', '=', 'ending.sender')
            .whereRef('later.name', '=', 'ending.name')
            .whereRef('later.ends_at', '>', 'ending.ends_at'),
        ),
      ),
    )
    .orderBy('ends_at')
    .execute()
  for (const row of rows) await db.transaction().execute((trx) => warn(trx, row))
})

async function warn(trx: Db, authorisation: Authorisation) {
  const days = WARNINGS.find((max) => daysUntil(authorisation.ends_at!) <= max)!
  const updated = await trx
    .updateTable('authorisations.authorisation')
    .set({ warned_days: days })
    .where('id', '=', authorisation.id)
    .where((eb) => eb.or([eb('warned_days', 'is', null), eb('warned_days', '>', days)]))
    .returning('id')
    .executeTakeFirst()
  if (updated) await notify(trx, authorisation, 'authorisationEnds')
}
