import { type ErrorCode, isErrorCode } from '#src/core/errors.ts'
import { messages, translate } from '#src/core/i18n.ts'
import { ErrorView } from '#src/http/error-page.tsx'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'

/** The pages that say that something cannot be reached. */
export const accessRoutes = routes()

function errorPage(c: Ctx, code: ErrorCode, status: 200 | 403 | 404) {
  const title = translate(c.var.locale)(status === 404 ? 'common.notFound.title' : 'common.errorTitle')
  const view = <ErrorView code={code} />
  return page(c, view, { title, shell: c.var.viewer ? 'mgmt' : 'public', status })
}

accessRoutes.get('/mgmt/not-found', (c) => errorPage(c, 'NOT_FOUND', 404))

accessRoutes.get('/mgmt/forbidden', (c) =>
  c.var.viewer ? goTo(c, '/mgmt/home') : errorPage(c, 'ACCESS_DENIED', 403),
)

accessRoutes.get('/mgmt/without-permission', (c) => errorPage(c, 'ACCESS_DENIED', 403))

accessRoutes.get('/mgmt/error', (c) => {
  const code = c.req.query('code')
  return errorPage(c, isErrorCode(code) && isWhole(c, code) ? code : 'OTHER', 200)
})

/** Whether a code's words need nothing filled in that a bare code does not tell. */
const isWhole = (c: Ctx, code: ErrorCode) =>
  !String((messages[c.var.locale].common as { error: Record<string, string> }).error[code]).includes('{')
