import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import type { Cast, Person } from './people.ts'

export const ACCESS_PATH = '/mgmt/acct-info/support-access'
export const LEAVING = '/support-access/leaving'

export const deskPathOf = (customer: Pick<Viewer, 'id'>) => `/desk/accounts/${customer.id}/support-access`

/** A member of staff requests access; returns the form by which the customer answers. */
export async function askFor(db: Db, staff: Client, customer: Pick<Viewer, 'id'>) {
  const response = await staff.post(deskPathOf(customer), { reason: 'The list looks empty' })
  if (response.status !== 303) throw new Error(`asking was answered with ${response.status}`)
  const { id } = await db
    .selectFrom('support_access.access')
    .select('id')
    .where('account_id', '=', customer.id)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow()
  return { access: id }
}

/** The customer allows the access, and the member of staff opens the customer's pages. */
export async function enterPagesOf(db: Db, staff: Client, customer: Person) {
  const access = await askFor(db, staff, customer.viewer)
  await customer.client.post(`${ACCESS_PATH}/consent`, access)
  const entered = await staff.post(`${deskPathOf(customer.viewer)}/entry`, access)
  if (entered.headers.get('location') !== '/mgmt/home') throw new Error('not entered')
  return access
}

/** Each form about accesses, with the person who sends it, in an order in which all are accepted. */
export async function formsOfAccesses(db: Db, { lin, hannah, zhou, ruo }: Cast) {
  const ofLin = await askFor(db, ruo.client, lin.viewer)
  const ofHannah = await askFor(db, ruo.client, hannah.viewer)
  const ofZhou = await askFor(db, ruo.client, zhou.viewer)
  await zhou.client.post(`${ACCESS_PATH}/consent`, ofZhou)
  return [
    [lin, `${ACCESS_PATH}/consent`, ofLin],
    [ruo, `${deskPathOf(lin.viewer)}/entry`, ofLin],
    [ruo, `${deskPathOf(lin.viewer)}/withdrawal`, ofLin],
    [hannah, `${ACCESS_PATH}/refusal`, ofHannah],
    [ruo, deskPathOf(hannah.viewer), { reason: 'An empty list' }],
    [zhou, `${ACCESS_PATH}/ending`, ofZhou],
  ] as [Person, string, Record<string, string>][]
}
