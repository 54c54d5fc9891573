import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { serviceHours } from '#src/calendar/service-hours.ts'
import { DAY, SECOND } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, type Problems, requireForm } from '#src/http/body.ts'
import { captchaProblem } from '#src/http/captcha/captcha-check.ts'
import { freshCaptcha, otherKind } from '#src/http/captcha/captcha-kind.ts'
import { networkOf } from '#src/http/client-address.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { consumeUploadQuota } from '#src/http/upload/upload-quota.ts'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { findFile } from './attachment.ts'
import { readThread } from './conversation.ts'
import { type NewMessage, readNumber, readRange } from './message.ts'
import { afterMessage, readMessage, readMessageForm, sendFile } from './message-form.ts'
import { isAgentOnline } from './presence.ts'
import { typedByCustomer } from './typing.ts'
import { CustomerThreadPart } from './views/chat-page.tsx'
import { ReturnPage, VisitorChatPage, VisitorStartPage } from './views/visitor-pages.tsx'
import { beginAsVisitor, DAYS_OPEN, enterByLink, findByToken, sendAsVisitor, VisitorForm } from './visitor.ts'

export const visitorChatRoutes = routes()

const HOME = '/online-service'
const MEMBER_PATH = '/mgmt/online-service'
const STARTS = { name: 'chat-start', points: 10, per: 3600 }
const ADDRESSES = { name: 'chat-address', points: 5, per: 86_400 }
const MESSAGES = { name: 'chat-visitor', points: 60, per: 600 }
/** The limit for all visitors of one network together; each conversation also has a limit. */
const NETWORK_LIMIT = { name: 'chat-network', points: 600, per: 86_400 }
const COOKIE = config.secure ? '__Host-chat' : 'chat'

/**
 * Makes a function that looks up the conversation of a browser without an account. The function does not
 * retain the request in memory.
 */
export function lookUpConversation(c: Ctx) {
  const { db } = c.var
  const token = readCookie(c, COOKIE)
  return () => findByToken(db, token)
}

const visitorsConversation = (c: Ctx) => lookUpConversation(c)()

type VisitorConversation = NonNullable<Awaited<ReturnType<typeof visitorsConversation>>>

const putCookie = (c: Ctx, token: string) =>
  writeCookie(c, COOKIE, token, { httpOnly: true, maxAge: (DAYS_OPEN * DAY) / SECOND })

type Status = 200 | 422 | 429
const pageOptions = (c: Ctx) => ({ title: translate(c.var.locale)('chat.title'), shell: 'public' as const })

async function talkPage(
  c: Ctx,
  conversation: VisitorConversation,
  formState: FormState = {},
  status: Status = 200,
) {
  const threadPart = readRange(c.req.query())
  const thread = await readThread(c.var.db, conversation, threadPart)
  if (isFragmentRequest(c))
    return fragment(c, <CustomerThreadPart path={HOME} thread={thread} {...threadPart} />)
  const content = (
    <VisitorChatPage
      thread={thread}
      {...threadPart}
      {...formState}
      {...conversation}
      email={conversation.visitor_email!}
    />
  )
  return page(c, content, { ...pageOptions(c), islands: ['chat'], status })
}

async function startPage(c: Ctx, formState: FormState = {}, status: Status = 200) {
  const captcha = await freshCaptcha(c, formState.values)
  const online = await isAgentOnline(c.var.db)
  return page(c, <VisitorStartPage captcha={captcha} online={online} {...formState} />, {
    ...pageOptions(c),
    description: translate(c.var.locale)('chat.description', { ...serviceHours() }),
    seo: { path: HOME },
    status,
  })
}

visitorChatRoutes.get(HOME, async (c) => {
  if (c.var.viewer) return goTo(c, MEMBER_PATH)
  const conversation = await visitorsConversation(c)
  return conversation ? talkPage(c, conversation) : startPage(c)
})

visitorChatRoutes.post(HOME, async (c) => {
  if (c.var.viewer) return (await readMessage(c)) && goTo(c, MEMBER_PATH)
  const conversation = await visitorsConversation(c)
  return conversation ? continueConversation(c, conversation) : begin(c)
})

async function continueConversation(c: Ctx, conversation: VisitorConversation) {
  const form = await readMessage(c)
  if (!form.ok) return talkPage(c, conversation, form, 422)
  const refusal = (await refusalBy(c, MESSAGES, conversation.id)) ?? (await refusedToLeave(c, form.output))
  if (refusal) return talkPage(c, conversation, { values: form.values, ...refusal }, 429)
  await sendAsVisitor(c.var.db, conversation.id, form.output, c.var.locale)
  return afterMessage(c, HOME)
}

async function begin(c: Ctx) {
  const form = await readMessageForm(c, VisitorForm)
  const { values } = form
  if (values.otherCaptcha) return startPage(c, { values: otherKind(values) })
  const problems: Problems = form.ok ? {} : form.problems
  if (!values.captcha?.trim()) problems.captcha = 'common.problem.required'
  if (!form.ok || problems.captcha) return startPage(c, { values, problems }, 422)
  const { name, email, ...message } = form.output
  const network = networkOf(c)
  const refusal =
    (await refusalBy(c, STARTS, network)) ??
    (await refusalBy(c, ADDRESSES, email.toLowerCase())) ??
    (await refusedToLeave(c, message))
  if (refusal) return startPage(c, { values, ...refusal }, 429)
  const captchaError = await captchaProblem(c, values)
  if (captchaError)
    return startPage(c, { values, problems: { captcha: captchaError.words } }, captchaError.status)
  putCookie(c, await beginAsVisitor(c.var.db, { name, email }, message, c.var.locale))
  return goTo(c, HOME)
}

const refusalBy = (c: Ctx, limit: Limit, key: string) => refusalOf(c, () => consumePoint(limit, key))

/** The form's state when text and file exceed the daily quota of the visitors' network; null otherwise. */
const refusedToLeave = (c: Ctx, { file }: Pick<NewMessage, 'file'>) =>
  refusalOf(c, async () => {
    await consumePoint(NETWORK_LIMIT, networkOf(c))
    await consumeUploadQuota(c, file?.bytes.length ?? 0)
  })

async function refusalOf(c: Ctx, takeStep: () => Promise<void>): Promise<FormState | null> {
  try {
    await takeStep()
    return null
  } catch (error) {
    if (!(error instanceof AppError) || wantsJson(c)) throw error
    return { problems: { form: `common.error.${error.code}` }, details: error.details }
  }
}

visitorChatRoutes.post(`${HOME}/typing`, async (c) => {
  await requireForm(c)
  const conversation = await visitorsConversation(c)
  if (conversation) await typedByCustomer(c.var.db, conversation.id)
  return c.body(null, 204)
})

visitorChatRoutes.get(`${HOME}/file`, async (c) => {
  const seq = readNumber(c.req.query('message'))
  const conversation = seq ? await visitorsConversation(c) : undefined
  if (!seq) return goTo(c, HOME)
  return conversation ? sendFile(c, await findFile(c.var.db, conversation.id, seq)) : notFound()
})

const RETURN_PATH = `${HOME}/return/:token`

// Opening the link changes nothing, because mail programs open links automatically; only the button does.
visitorChatRoutes.get(RETURN_PATH, async (c) => {
  if (!(await findByToken(c.var.db, c.req.param('token'), 'link'))) notFound()
  return page(c, <ReturnPage action={c.req.path} />, pageOptions(c))
})

visitorChatRoutes.post(RETURN_PATH, async (c) => {
  await requireForm(c)
  const token = await enterByLink(c.var.db, c.req.param('token'))
  putCookie(c, token ?? notFound())
  return goTo(c, HOME)
})
