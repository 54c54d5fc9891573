import { pageBrand } from '#modules/brand/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { recordMisusedCode } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { codeDelivery } from '#src/mail/code-delivery.ts'
import { codeAddressesOf } from '../../contact.ts'
import { entranceCookie, findEnteredTurn } from './entrance.ts'
import { CODE_TRIES, CodeForm, problemOf, typedCode } from './entrance-form.ts'
import { browserOf } from './evidence/browser.ts'
import { noteOpened } from './evidence/records.ts'
import { checkOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { drawAhead } from './reading/draw-ahead.ts'
import { type Entrance, findEntrance, stepOf, type Turn } from './signer-link.ts'
import { CodePage } from './views/code-page.tsx'
import { EntrancePage } from './views/entrance-page.tsx'
import { ReplacedPage } from './views/replaced-page.tsx'

/** Leads from the link in the mail to a code, and from the code to the document. */
export const entranceRoutes = routes()

const tokenOf = (c: Ctx) => c.req.param('token') ?? ''

function pageOptions(c: Ctx, turn: Turn, status: 200 | 410 | 422 = 200) {
  const title = translate(c.var.locale)('signing.entrance.pageTitle')
  return { title, shell: 'slim', status, brand: pageBrand(turn) } as const
}

async function codePage(c: Ctx, entrance: Entrance, form?: FormState) {
  const delivery = await codeDelivery(c.var.db, codeAddressesOf(entrance.turn))
  const content = <CodePage {...entrance} delivery={delivery} path={`/sign/${tokenOf(c)}`} {...form} />
  return page(c, content, pageOptions(c, entrance.turn, form?.problems ? 422 : 200))
}

/** Shows the first page of a link, unless the link was replaced or the browser has already entered. */
async function showUnlessEntered(c: Ctx, showPage: (entrance: Entrance) => Response | Promise<Response>) {
  const entrance = await findEntrance(c.var.db, tokenOf(c), c.var.visitor)
  if (entrance.replacedAt) return page(c, <ReplacedPage {...entrance} />, pageOptions(c, entrance.turn, 410))
  const enteredTurn = await findEnteredTurn(c, entrance.turn.id)
  return enteredTurn ? goTo(c, stepOf(enteredTurn)) : showPage(entrance)
}

entranceRoutes.get('/sign/:token', (c) =>
  showUnlessEntered(c, async ({ turn }) => {
    await noteOpened(c.var.db, turn, browserOf(c))
    return page(c, <EntrancePage turn={turn} path={`/sign/${tokenOf(c)}`} />, pageOptions(c, turn))
  }),
)

entranceRoutes.get('/sign/:token/code', (c) =>
  showUnlessEntered(c, (entrance) =>
    entrance.codeSentAt ? codePage(c, entrance) : goTo(c, `/sign/${tokenOf(c)}`),
  ),
)

/** After a rejected form the browser shows this URL; reloading it redirects to the current step. */
entranceRoutes.get('/sign/:token/entrance', (c) =>
  showUnlessEntered(c, () => goTo(c, `/sign/${tokenOf(c)}/code`)),
)

entranceRoutes.post('/sign/:token/code', async (c) => {
  await requireForm(c)
  const entrance = await findEntrance(c.var.db, tokenOf(c), c.var.visitor)
  if (entrance.replacedAt) return goTo(c, `/sign/${tokenOf(c)}`)
  const address = clientAddress(c)
  try {
    const { db, visitor, viewer } = c.var
    await sendOneTimeCode(db, entrance.turn, {
      visitor,
      network: networkOf(c),
      viewer,
      browser: browserOf(c),
    })
    drawAhead(db, entrance.turn)
    return goTo(c, `/sign/${tokenOf(c)}/code`)
  } catch (error) {
    if (error instanceof AppError)
      log.warn({ event: 'code refused', purpose: 'sign', reason: error.code, address }, 'no code sent')
    return codePage(c, entrance, problemOf(error))
  }
})

entranceRoutes.post('/sign/:token/entrance', async (c) => {
  const form = await readForm(c, CodeForm)
  const entrance = await findEntrance(c.var.db, tokenOf(c), c.var.visitor)
  if (entrance.replacedAt) return goTo(c, `/sign/${tokenOf(c)}`)
  if (!form.ok) return codePage(c, entrance, form)
  const { turn } = entrance
  const address = clientAddress(c)
  try {
    await consumePoint(CODE_TRIES, turn.id)
    const secret = await checkOneTimeCode(c.var.db, turn, {
      visitor: c.var.visitor,
      code: typedCode(form.output),
      browser: browserOf(c),
    })
    writeCookie(c, entranceCookie(turn.id), secret, { httpOnly: true })
    log.info({ event: 'entered', way: 'sign', signatory: turn.id, address }, 'entrance succeeded')
    return goTo(c, stepOf(turn))
  } catch (error) {
    if (error instanceof AppError)
      log.warn(
        { event: 'entry refused', way: 'sign', reason: error.code, signatory: turn.id, address },
        'entrance failed',
      )
    await recordMisusedCode(c, error, 'sign')
    return codePage(c, entrance, { values: form.values, ...problemOf(error) })
  }
})
