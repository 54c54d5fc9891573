import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { readDeskLog } from './desk-log.ts'
import { listRequests } from './desk-requests.ts'
import { DeskLogPage } from './views/desk-log-page.tsx'
import { DeskRequestsPage } from './views/desk-requests-page.tsx'

export const deskQueueRoutes = routes()

const REQUEST_STATES = ['open', 'overdue', 'closed'] as const

deskQueueRoutes.get('/desk/requests', async (c) => {
  const asked = c.req.query('state')
  const state = REQUEST_STATES.find((one) => one === asked) ?? 'open'
  const found = await listRequests(c.var.db, viewerOf(c), { state, from: c.req.query('from') ?? '' })
  const title = translate(c.var.locale)('desk.requests')
  const content = <DeskRequestsPage {...found} state={state} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskRequests' })
})

deskQueueRoutes.get('/desk/log', async (c) => {
  const before = c.req.query('before')
  const found = await readDeskLog(c.var.db, viewerOf(c), { before })
  const title = translate(c.var.locale)('desk.log')
  const content = <DeskLogPage {...found} later={Boolean(before)} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskLog' })
})
