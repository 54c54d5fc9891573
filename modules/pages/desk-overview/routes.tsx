import { QUEUE_NAMES, QUEUES, readOwnEntries } from '#src/calendar/queue.ts'
import { translate } from '#src/core/i18n.ts'
import type { Permission } from '#src/core/viewer.ts'
import { page } from '#src/http/page.tsx'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { DeskOverviewPage } from './desk-overview-page.tsx'

/** The first page of the desk: the waiting work. */
export const deskOverviewRoutes = routes()

/** The first page for staff who have no queues, by permission. */
const FALLBACK_PAGES: [Permission, string][] = [['desk.operations', '/desk/jobs']]

deskOverviewRoutes.get('/desk', async (c) => {
  const { permissions, id } = viewerOf(c)
  const queues = QUEUE_NAMES.filter((queue) => permissions.includes(QUEUES[queue].needs))
  if (!queues.length) {
    const fallback = FALLBACK_PAGES.find(([permission]) => permissions.includes(permission))
    return goTo(c, fallback?.[1] ?? '/mgmt/acct-info')
  }
  const content = (
    <DeskOverviewPage
      queues={queues}
      inbox={c.var.inbox ?? {}}
      ownCounts={await readOwnEntries(c.var.db, id)}
      mayOperate={permissions.includes('desk.operations')}
      locale={c.var.locale}
    />
  )
  const title = translate(c.var.locale)('desk.overview.title')
  return page(c, content, { title, shell: 'mgmt', current: 'deskOverview' })
})
