import { authenticate } from '#modules/accounts/account.ts'
import { findViewer, logDeskAction } from '#modules/accounts/index.ts'
import { answerRequest, deskPathOf, endAccess, requestAccess } from '#modules/support-access/access.ts'
import { DAY, MINUTE, setClock } from '#src/core/clock.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const SEEN_PATHS = ['/mgmt/home', '/mgmt/my-docs', '/mgmt/order-record']

/** Our staff viewed pages of the company last week, and now ask an individual for access. */
export async function seedSupportAccess(db: Db) {
  const lin = await viewerOf(db, 'demo_admin')
  const hannah = await viewerOf(db, 'demo_free')
  const ruo = await viewerOf(db, 'desk_agent')
  const startedAt = Date.now() - 6 * DAY
  const setMinutes = (minutes: number) => setClock(() => new Date(startedAt + minutes * MINUTE))
  const reason = '您说订单付款后用量没有增加，我们想和您一起核对订单页面。'
  setMinutes(0)
  const id = (await requestAccess(db, ruo, lin.id, reason))!
  setMinutes(12)
  await answerRequest(db, lin, id, 'allowed')
  const access = { id, accountId: lin.id }
  for (const [index, subject] of SEEN_PATHS.entries()) {
    setMinutes(14 + index)
    const entry = {
      accountId: lin.id,
      action: 'see-page',
      subject,
      path: deskPathOf(access),
      reason,
    } as const
    await logDeskAction(db, ruo, entry)
  }
  setMinutes(21)
  await endAccess(db, lin, id)
  setClock(null)
  await requestAccess(
    db,
    ruo,
    hannah.id,
    'You asked which of your documents count against the free demo. We would like to look at the list with you.',
  )
}

async function viewerOf(db: Db, username: string): Promise<Viewer> {
  const id = await authenticate(db, username, DEMO_ACCOUNTS[0]!.password)
  return (await findViewer(db, id))!
}
