import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { requireForm } from '#src/http/body.ts'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { StopForm } from '../views/stop-form.tsx'
import { findDelayed, stopSigning } from './held-up.ts'

/** Lets staff end a signing that cannot continue. */
export const deskSigningRoutes = routes()

const HOME = '/desk/jobs'

deskSigningRoutes.get('/desk/signings/:id/end', async (c) => {
  const signing = await findDelayed(c.var.db, c.req.param('id'))
  const title = translate(c.var.locale)('signing.stop.title')
  return actionPage(c, { title, form: <StopForm signing={signing} />, current: 'deskJobs' })
})

deskSigningRoutes.post('/desk/signings/:id/end', async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  await stopSigning(c.var.db, viewerOf(c), id)
  log.info({ event: 'signing ended by staff', signing: id, by: viewerOf(c).id }, 'signing ended by staff')
  return goTo(c, `${HOME}?ended=1`)
})
