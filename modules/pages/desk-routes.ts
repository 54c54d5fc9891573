import { goTo, routes } from '#src/http/web.ts'

/** Redirects the desk's address to the first page that the member of staff may open. */
export const deskRoutes = routes()

deskRoutes.get('/desk', (c) => {
  const accounts = c.var.viewer!.permissions.includes('desk.accounts')
  return goTo(c, accounts ? '/desk/accounts' : '/desk/feedback')
})
