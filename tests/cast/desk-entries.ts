import { recordRequest } from '#modules/accounts/desk/requests/request.ts'
import { requestApproval } from '#src/auth/approval.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Records a request about personal data by a person without an account. */
export const recordedRequest = (db: Db, staff: Viewer): Promise<string> =>
  recordRequest(db, staff, {
    kind: 'access',
    account: '',
    sender: 'Ada Byron, ada@byron.example',
    day: shanghaiDay(),
    words: 'What do you hold about me?',
  })

/** Requests a price that a colleague has to approve. */
export async function requestedApproval(db: Db, staff: Viewer): Promise<string> {
  const path = await requestApproval(db, staff, {
    kind: 'price',
    subjectId: 'single_esign once CNY',
    accountId: null,
    path: '/desk/packages/single_esign',
    form: { period: 'once', currency: 'CNY', amount: '25', from: '', priceReason: 'Costs' },
    facts: [{ what: 'price', before: 'CNY 20.00 (once)', after: 'CNY 25.00 (once)' }],
    reason: 'Costs',
  })
  return /approvals\/([^?]+)/.exec(path)![1]!
}
