import { goTo, routes } from '#src/http/web.ts'

/** The desk's own address leads to the first page of it that the member of staff may open. */
export const deskRoutes = routes()

deskRoutes.get('/desk', (c) => {
  const accounts = c.var.viewer!.permissions.includes('desk.accounts')
  return goTo(c, accounts ? '/desk/accounts' : '/desk/feedback')
})
