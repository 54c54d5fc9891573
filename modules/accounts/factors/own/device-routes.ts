import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { requireForm } from '#src/http/body.ts'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { forgetOwnDevices } from '../remembered-device.ts'
import { SECURITY_PATH } from './security-page.tsx'

export const deviceRoutes = routes()

deviceRoutes.post(`${SECURITY_PATH}/devices/removal`, async (c) => {
  await requireForm(c)
  await forgetOwnDevices(c.var.db, viewerOf(c), c.var.locale)
  return goTo(c, `${SECURITY_PATH}?done=devicesForgotten`)
})

deviceRoutes.post(`${SECURITY_PATH}/devices/:id/removal`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  if (!isId(id) || !(await forgetOwnDevices(c.var.db, viewerOf(c), c.var.locale, id))) notFound()
  return goTo(c, `${SECURITY_PATH}?done=deviceForgotten`)
})
