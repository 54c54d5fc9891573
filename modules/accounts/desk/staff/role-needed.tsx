import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Permission } from '#src/core/viewer.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, isFragmentRequest, viewerOf } from '#src/http/web.ts'
import { rolesWith } from '../../permissions.ts'
import { findStaffRoles, listLeads } from './staff.ts'
import { RoleNeededPage } from './views/role-needed-page.tsx'

/**
 * Shows a page to a member of staff who lacks the permission, with the roles that they need and the
 * colleagues who assign roles. Runs before the route, so no data of the requested page is read.
 */
export async function refuseForRole(c: Ctx, permission: Permission): Promise<Response> {
  const refusal = new AppError('ACCESS_DENIED', {}, 'desk.roleNeeded.short')
  if (c.req.method !== 'GET' || wantsJson(c) || isFragmentRequest(c)) throw refusal
  logRefused(c, refusal)
  const { db, locale } = c.var
  const ownRoles = await findStaffRoles(db, viewerOf(c).id)
  const content = (
    <RoleNeededPage neededRoles={rolesWith(permission)} ownRoles={ownRoles} leads={await listLeads(db)} />
  )
  const title = translate(locale)('desk.roleNeeded.title')
  return page(c, content, { title, shell: 'mgmt', status: 403 })
}
