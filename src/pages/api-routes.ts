import { answer } from '#src/http/envelope.ts'
import { storeReport } from '#src/http/user-log.ts'
import { routes } from '#src/http/web.ts'

/**
 * JSON routes that belong to no module: who is logged in, what waits for them, and error reports.
 * docs/api.md describes them.
 */
export const apiRoutes = routes()

apiRoutes.get('/api/customer/user-info', (c) => {
  // The second factor is not sent.
  const { teamId, teamName, permissions: operations, secondFactor: _, ...otherFields } = c.var.viewer!
  return answer(c, { ...otherFields, companyName: teamName, operations })
})

apiRoutes.get('/api/customer/members/todo-states', (c) => {
  const { hasPendingTask, hasUnreadNews } = c.var.inbox
  return answer(c, { hasPendingTask, hasUnreadNews })
})

apiRoutes.post('/api/logs/users/logs', async (c) => {
  await storeReport(c)
  return answer(c, null)
})
