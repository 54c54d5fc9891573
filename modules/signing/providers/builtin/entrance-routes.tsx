import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { codeDelivery } from '#src/mail/code-delivery.ts'
import { entranceCookie, turnEntered } from './entrance.ts'
import { checkOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { drawAhead } from './reading/draw-ahead.ts'
import { type Entrance, findEntrance, findEntranceAgain, noteOpened, stepOf } from './signer-link.ts'
import { CodePage } from './views/code-page.tsx'
import { EntrancePage } from './views/entrance-page.tsx'
import { ReplacedPage } from './views/replaced-page.tsx'

/** From a link to a code, and with the code to the document. */
export const entranceRoutes = routes()

/** Of one signatory, whatever the browsers and networks. */
const CODE_TRIES = { name: 'sign-code', points: 60, per: 3600 }

/** Where a person comes in: by the mailed link, or by the address of a page after their access ended. */
interface Door {
  route: string
  path: (c: Ctx) => string
  find: (c: Ctx) => Promise<Entrance>
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
const tokenOf = (c: Ctx) => c.req.param('token') ?? ''

const DOORS: Door[] = [
  {
    route: '/sign/:token',
    path: (c) => `/sign/${tokenOf(c)}`,
    find: (c) => findEntrance(c.var.db, tokenOf(c), c.var.visitor),
  },
  {
    route: '/signing/:id/again',
    path: (c) => `/signing/${idOf(c)}/again`,
    find: (c) => findEntranceAgain(c.var.db, idOf(c), c.var.visitor),
  },
]

function titled(c: Ctx, status: 200 | 410 | 422 = 200) {
  return { title: translate(c.var.locale)('signing.entrance.pageTitle'), shell: 'slim', status } as const
}

async function codePage(c: Ctx, door: Door, entrance: Entrance, form?: FormState) {
  const delivery = await codeDelivery(c.var.db, entrance.turn.email)
  const content = <CodePage {...entrance} delivery={delivery} path={door.path(c)} {...form} />
  return page(c, content, titled(c, form?.problems ? 422 : 200))
}

/** Shows the first page of a link, unless the link was replaced or the browser has already entered. */
async function whenOutside(c: Ctx, door: Door, show: (entrance: Entrance) => Response | Promise<Response>) {
  const entrance = await door.find(c)
  if (entrance.replacedAt) return page(c, <ReplacedPage {...entrance} />, titled(c, 410))
  const entered = await turnEntered(c, entrance.turn.id)
  return entered ? goTo(c, stepOf(entered)) : show(entrance)
}

async function sendCode(c: Ctx, door: Door) {
  await requireForm(c)
  const entrance = await door.find(c)
  if (entrance.replacedAt) return goTo(c, door.path(c))
  const address = clientAddress(c)
  try {
    const { db, visitor, viewer } = c.var
    await sendOneTimeCode(db, entrance.turn, { visitor, network: networkOf(c), viewer })
    drawAhead(db, entrance.turn)
    return goTo(c, `${door.path(c)}/code`)
  } catch (error) {
    if (error instanceof AppError)
      log.warn({ event: 'code refused', purpose: 'sign', reason: error.code, address }, 'no code sent')
    return codePage(c, door, entrance, problemOf(error))
  }
}

const CodeForm = v.object({
  code: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.regex(/^\d{6}$/, 'accounts.problem.code'),
  ),
})

async function enter(c: Ctx, door: Door) {
  const form = await readForm(c, CodeForm)
  const entrance = await door.find(c)
  if (entrance.replacedAt) return goTo(c, door.path(c))
  if (!form.ok) return codePage(c, door, entrance, form)
  const { turn } = entrance
  const address = clientAddress(c)
  try {
    await consumePoint(CODE_TRIES, turn.id)
    const secret = await checkOneTimeCode(c.var.db, turn, c.var.visitor, form.output.code)
    writeCookie(c, entranceCookie(turn.id), secret, { httpOnly: true })
    log.info({ event: 'entered', way: 'sign', signatory: turn.id, address }, 'entrance succeeded')
    return goTo(c, stepOf(turn))
  } catch (error) {
    if (error instanceof AppError)
      log.warn(
        { event: 'entry refused', way: 'sign', reason: error.code, signatory: turn.id, address },
        'entrance failed',
      )
    return codePage(c, door, entrance, { values: form.values, ...problemOf(error) })
  }
}

function problemOf(error: unknown): FormState {
  if (!(error instanceof AppError) || error.status === 404) throw error
  return { problems: { code: error.words }, details: error.details }
}

for (const door of DOORS) {
  const { route, path } = door

  entranceRoutes.get(route, (c) =>
    whenOutside(c, door, async ({ turn }) => {
      await noteOpened(c.var.db, turn)
      const isAgain = route.endsWith('/again')
      return page(c, <EntrancePage turn={turn} path={path(c)} isAgain={isAgain} />, titled(c))
    }),
  )

  entranceRoutes.get(`${route}/code`, (c) =>
    whenOutside(c, door, (entrance) =>
      entrance.codeSentAt ? codePage(c, door, entrance) : goTo(c, path(c)),
    ),
  )

  /** The address of a refused form; reloading it leads to the current step. */
  entranceRoutes.get(`${route}/entrance`, (c) => whenOutside(c, door, () => goTo(c, `${path(c)}/code`)))

  entranceRoutes.post(`${route}/code`, (c) => sendCode(c, door))

  entranceRoutes.post(`${route}/entrance`, (c) => enter(c, door))
}
