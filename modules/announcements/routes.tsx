import * as v from 'valibot'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { safePath } from '#src/http/security.ts'
import { goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { deskAnnouncementRoutes } from './desk-routes.tsx'
import { dismiss } from './dismissal.ts'
import { pathOf } from './path.ts'
import { findPublished } from './published.ts'
import { AnnouncementPage } from './views/announcement-page.tsx'

export const announcementRoutes = routes()

announcementRoutes.route('/', deskAnnouncementRoutes)

announcementRoutes.get('/announcements/:id', async (c) => {
  const { db, viewer, locale } = c.var
  const announcement = await findPublished(db, viewer, c.req.param('id'))
  if (announcement.agreement) return goTo(c, pathOf(announcement))
  const content = <AnnouncementPage announcement={announcement} locale={locale} />
  const { title } = announcement.texts[locale]
  return page(c, content, { title, shell: viewer ? 'mgmt' : 'public' })
})

const DISMISSAL = '/mgmt/announcements/:id/dismissal'

announcementRoutes.post(DISMISSAL, async (c) => {
  const { values } = await readForm(c, v.object({}))
  await dismiss(c.var.db, viewerOf(c), c.req.param('id'))
  return isFragmentRequest(c) ? c.body(null, 200) : goTo(c, safePath(values.returnUrl, '/mgmt/home'))
})

announcementRoutes.get(DISMISSAL, (c) => goTo(c, '/mgmt/home'))
