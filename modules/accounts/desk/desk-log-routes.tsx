import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { readDeskLog } from './desk-log.ts'
import { DeskLogPage } from './views/desk-log-page.tsx'

export const deskLogRoutes = routes()

deskLogRoutes.get('/desk/log', async (c) => {
  const before = c.req.query('before')
  const found = await readDeskLog(c.var.db, viewerOf(c), { before })
  const title = translate(c.var.locale)('desk.log')
  const content = <DeskLogPage {...found} later={Boolean(before)} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskLog' })
})
