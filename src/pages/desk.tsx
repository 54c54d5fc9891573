import { requireStaff } from '#modules/accounts/index.ts'
import { goTo, routes } from '#src/http/web.ts'

/** The desk's own address leads to its first page. */
export const deskRoutes = routes()

deskRoutes.get('/desk', (c) => {
  requireStaff(c.var.viewer!)
  return goTo(c, '/desk/accounts')
})
