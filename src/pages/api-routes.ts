import { answer } from '#src/http/envelope.ts'
import { keepReport } from '#src/http/user-log.ts'
import { routes } from '#src/http/web.ts'
import { findInbox } from './inbox.ts'

/** The JSON API for islands and other programs; docs/api.md describes it. */
export const apiRoutes = routes()

apiRoutes.get('/api/customer/user-info', (c) => {
  const { teamId, teamName, permissions: operations, ...viewer } = c.var.viewer!
  return answer(c, { ...viewer, companyName: teamName, operations })
})

apiRoutes.get('/api/customer/members/todo-states', async (c) =>
  answer(c, await findInbox(c.var.db, c.var.viewer!)),
)

apiRoutes.post('/api/logs/users/logs', async (c) => {
  await keepReport(c)
  return answer(c, null)
})
