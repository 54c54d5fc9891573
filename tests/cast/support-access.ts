import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import type { Person } from './people.ts'

export const ACCESS_PATH = '/mgmt/acct-info/support-access'
export const LEAVING = '/support-access/leaving'

export const deskPathOf = (customer: Pick<Viewer, 'id'>) => `/desk/accounts/${customer.id}/support-access`

/** A member of staff asks; returns the form that answers. */
export async function askFor(db: Db, staff: Client, customer: Pick<Viewer, 'id'>) {
  const asked = await staff.post(deskPathOf(customer), { reason: 'The list looks empty' })
  if (asked.status !== 303) throw new Error(`asking was answered with ${asked.status}`)
  const { id } = await db
    .selectFrom('support_access.access')
    .select('id')
    .where('account_id', '=', customer.id)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow()
  return { access: id }
}

/** The customer allows it, and the member of staff enters. */
export async function enterPagesOf(db: Db, staff: Client, customer: Person) {
  const access = await askFor(db, staff, customer.viewer)
  await customer.client.post(`${ACCESS_PATH}/consent`, access)
  const entered = await staff.post(`${deskPathOf(customer.viewer)}/entry`, access)
  if (entered.headers.get('location') !== '/mgmt/home') throw new Error('not entered')
  return access
}
