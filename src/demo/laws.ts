import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { markChanged } from '#modules/laws/change.ts'
import { findKnownLaw } from '#modules/laws/law.ts'
import { recordReview, setOwner } from '#modules/laws/review.ts'
import { DAY, setClock, shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Db } from '#src/db/db.ts'

const REVIEWED = '劳动合同法'
const CHANGED = '商标法'

/** Adds a law that was reviewed last week, and one that changes in a few weeks. */
export async function seedLaws(db: Db) {
  const lead = (await findViewer(db, await authenticate(db, 'desk_lead', DEMO_ACCOUNTS[0]!.password)))!
  const { templates } = await findKnownLaw(REVIEWED)
  const today = Date.now()
  setClock(() => new Date(today - 6 * DAY))
  await recordReview(db, lead, REVIEWED, {
    reviewer: '方薇',
    firm: '海桐律师事务所（演示）',
    reviewedOn: shanghaiDay(),
    until: dayAhead(365),
    note: '',
    covers: Object.fromEntries(templates.map(({ template }) => [template.code, template.version])),
  })
  setClock(null)
  await setOwner(db, lead, REVIEWED, lead.id)
  await markChanged(db, lead, CHANGED, {
    versionName: '2027年修订（演示）',
    inForceFrom: dayAhead(45),
    what: '许可备案期限调整，核对许可使用条款。',
  })
}
