import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { entranceCookie, findEnteredTurn } from '../entrance.ts'
import { CODE_TRIES, CodeForm, problemOf, typedCode } from '../entrance-form.ts'
import { browserOf } from '../evidence/browser.ts'
import { checkOneTimeCode, sendOneTimeCode } from '../one-time-code.ts'
import { findLinked, stepOf, type Turn } from '../signer-link.ts'
import { AgainCodePage, AgainPage } from '../views/again-pages.tsx'

/**
 * Sends a new code to the signatory whose id is in the URL, if the access has ended or another browser
 * opened the URL. The pages reveal nothing about the document and are the same for an unknown id.
 */
export const againRoutes = routes()

const idOf = (c: Ctx) => c.req.param('id') ?? ''
const pathOf = (c: Ctx) => `/signing/${idOf(c)}/again`

const pageOptions = (c: Ctx, status: 200 | 422 = 200) =>
  ({ title: translate(c.var.locale)('signing.entrance.pageTitle'), shell: 'slim', status }) as const

const codePage = (c: Ctx, form?: FormState) =>
  page(c, <AgainCodePage path={pathOf(c)} {...form} />, pageOptions(c, form?.problems ? 422 : 200))

async function showUnlessEntered(c: Ctx, showPage: () => Response | Promise<Response>) {
  if (!isId(idOf(c))) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  const enteredTurn = await findEnteredTurn(c, idOf(c))
  return enteredTurn ? goTo(c, stepOf(enteredTurn)) : showPage()
}

againRoutes.get('/signing/:id/again', (c) =>
  showUnlessEntered(c, () => page(c, <AgainPage path={pathOf(c)} />, pageOptions(c))),
)

againRoutes.get('/signing/:id/again/code', (c) => showUnlessEntered(c, () => codePage(c)))

/** After a rejected form the browser shows this URL; reloading it redirects to the current step. */
againRoutes.get('/signing/:id/again/entrance', (c) =>
  showUnlessEntered(c, () => goTo(c, `${pathOf(c)}/code`)),
)

againRoutes.post('/signing/:id/again/code', async (c) => {
  await requireForm(c)
  if (!isId(idOf(c))) throw new AppError('NOT_FOUND', {}, 'signing.closed')
  const turn = await findLinked(c.var.db, idOf(c))
  try {
    const { db, visitor, viewer } = c.var
    if (turn)
      await sendOneTimeCode(db, turn, { visitor, network: networkOf(c), viewer, browser: browserOf(c) })
    return goTo(c, `${pathOf(c)}/code`)
  } catch (error) {
    return codePage(c, problemOf(error))
  }
})

againRoutes.post('/signing/:id/again/entrance', async (c) => {
  const form = await readForm(c, CodeForm)
  if (!form.ok) return codePage(c, form)
  try {
    const turn = await findLinked(c.var.db, idOf(c))
    if (!turn) throw new AppError('VERIFICATION_COED_ERROR')
    return await enter(c, turn, typedCode(form.output))
  } catch (error) {
    return codePage(c, { values: form.values, ...problemOf(error) })
  }
})

async function enter(c: Ctx, turn: Turn, code: string) {
  await consumePoint(CODE_TRIES, turn.id)
  const secret = await checkOneTimeCode(c.var.db, turn, {
    visitor: c.var.visitor,
    code,
    browser: browserOf(c),
  })
  writeCookie(c, entranceCookie(turn.id), secret, { httpOnly: true })
  log.info({ event: 'entered', way: 'sign', signatory: turn.id }, 'entrance succeeded')
  return goTo(c, stepOf(turn))
}
