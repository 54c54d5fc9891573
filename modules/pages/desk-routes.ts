import type { Permission } from '#src/core/viewer.ts'
import { goTo, routes, viewerOf } from '#src/http/web.ts'

/** Redirects the desk's address to the first page that the member of staff may open. */
export const deskRoutes = routes()

const PLACES: [Permission, string][] = [
  ['desk.accounts', '/desk/accounts'],
  ['desk.support', '/desk/chat'],
  ['desk.finance', '/desk/orders'],
  ['desk.templates', '/desk/templates'],
  ['desk.operations', '/desk/jobs'],
]

deskRoutes.get('/desk', (c) => {
  const { permissions } = viewerOf(c)
  const first = PLACES.find(([permission]) => permissions.includes(permission))
  return goTo(c, first?.[1] ?? '/mgmt/acct-info')
})
