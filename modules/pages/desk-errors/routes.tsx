import { translate } from '#src/core/i18n.ts'
import { listFailures, readReference } from '#src/http/errors/failed-request.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { DeskErrorsPage } from './desk-errors-page.tsx'

/** Shows staff why requests failed, by the reference that a customer quotes. */
export const deskErrorRoutes = routes()

deskErrorRoutes.get('/desk/errors', async (c) => {
  const typedReference = (c.req.query('reference') ?? '').trim().slice(0, 40)
  const reference = readReference(typedReference)
  const isMalformed = typedReference !== '' && reference === null
  const rows = isMalformed ? [] : await listFailures(c.var.db, reference)
  const title = translate(c.var.locale)('desk.errors.title')
  const content = <DeskErrorsPage rows={rows} reference={typedReference} isMalformed={isMalformed} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskErrors' })
})
