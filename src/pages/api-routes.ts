import { answer } from '#src/http/envelope.ts'
import { storeReport } from '#src/http/user-log.ts'
import { routes } from '#src/http/web.ts'

/** The JSON API for islands and other programs; docs/api.md describes it. */
export const apiRoutes = routes()

apiRoutes.get('/api/customer/user-info', (c) => {
  const { teamId, teamName, permissions: operations, secondFactor: _, ...viewer } = c.var.viewer!
  return answer(c, { ...viewer, companyName: teamName, operations })
})

apiRoutes.get('/api/customer/members/todo-states', (c) => {
  const { hasPendingTask, hasUnreadNews } = c.var.inbox
  return answer(c, { hasPendingTask, hasUnreadNews })
})

apiRoutes.post('/api/logs/users/logs', async (c) => {
  await storeReport(c)
  return answer(c, null)
})
