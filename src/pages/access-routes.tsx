import { type ErrorCode, isErrorCode } from '#src/core/errors.ts'
import { messages, translate } from '#src/core/i18n.ts'
import { ErrorView, homeOf } from '#src/http/errors/error-page.tsx'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'

/** Pages about addresses that cannot be reached. */
export const accessRoutes = routes()

function errorPage(c: Ctx, code: ErrorCode, status: 200 | 403 | 404) {
  const title = translate(c.var.locale)(code === 'NOT_FOUND' ? 'common.notFound.title' : 'common.errorTitle')
  const view = <ErrorView code={code} words={wordsOf(c, code)} home={homeOf(c)} />
  return page(c, view, { title, shell: c.var.viewer ? 'mgmt' : 'public', status })
}

accessRoutes.get('/mgmt/not-found', (c) => errorPage(c, 'NOT_FOUND', 404))

accessRoutes.get('/mgmt/forbidden', (c) =>
  c.var.viewer ? goTo(c, '/mgmt/home') : errorPage(c, 'ACCESS_DENIED', 403),
)

accessRoutes.get('/mgmt/without-permission', (c) => errorPage(c, 'ACCESS_DENIED', 403))

accessRoutes.get('/mgmt/error', (c) => {
  const code = c.req.query('code')
  return errorPage(c, isErrorCode(code) ? code : 'OTHER', 200)
})

/** The message for a code without values for placeholders: one without placeholders, if there is one. */
function wordsOf(c: Ctx, code: ErrorCode): MessageKey {
  const { errorAlone } = messages[c.var.locale].common
  return code in errorAlone ? dynamicKey(`common.errorAlone.${code}`) : `common.error.${code}`
}
