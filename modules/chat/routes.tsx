import { mailReaders } from '#modules/accounts/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, type Problems, requireForm } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findOwnFile, readOwn, sendAsCustomer } from './conversation.ts'
import { deskChatRoutes } from './desk-routes.tsx'
import { readNumber, readRange } from './message.ts'
import { afterMessage, readMessage, sendFile } from './message-form.ts'
import { typedByOwner } from './typing.ts'
import { ChatPage, CustomerThreadPart } from './views/chat-page.tsx'
import { visitorChatRoutes } from './visitor-routes.tsx'

export const chatRoutes = routes()

const HOME = '/mgmt/online-service'
const DESK = '/desk/chat'
const MESSAGES = { name: 'chat', points: 60, per: 600 }

const isStaff = (c: Ctx) => viewerOf(c).permissions.includes('desk.enter')

async function chatPage(c: Ctx, formState: FormState = {}, status: 200 | 422 | 429 = 200) {
  const viewer = viewerOf(c)
  const range = readRange(c.req.query())
  const thread = await readOwn(c.var.db, viewer, range)
  if (isFragmentRequest(c)) return fragment(c, <CustomerThreadPart path={HOME} thread={thread} {...range} />)
  const title = translate(c.var.locale)('chat.title')
  const [reader] = await mailReaders(c.var.db, [viewer.id])
  return page(
    c,
    <ChatPage
      thread={thread}
      {...range}
      {...formState}
      accountId={viewer.id}
      reader={reader}
      online={c.var.inbox.agentOnline}
    />,
    {
      title,
      shell: 'mgmt',
      islands: ['chat'],
      status,
    },
  )
}

chatRoutes.get(HOME, (c) => (isStaff(c) ? goTo(c, DESK) : chatPage(c)))

chatRoutes.post(HOME, async (c) => {
  if (isStaff(c)) return goTo(c, DESK)
  const form = await readMessage(c)
  if (!form.ok) return chatPage(c, form, 422)
  try {
    await consumePoint(MESSAGES, viewerOf(c).id)
  } catch (error) {
    if (!(error instanceof AppError) || wantsJson(c)) throw error
    const problems: Problems = { form: `common.error.${error.code}` }
    return chatPage(c, { values: form.values, problems, details: error.details }, 429)
  }
  await sendAsCustomer(c.var.db, viewerOf(c), form.output, c.var.locale)
  return afterMessage(c, HOME)
})

chatRoutes.post(`${HOME}/typing`, async (c) => {
  await requireForm(c)
  await typedByOwner(c.var.db, viewerOf(c))
  return c.body(null, 204)
})

/** Redirects a request without a message, e.g. after the language was changed, to the conversation. */
chatRoutes.get(`${HOME}/file`, async (c) => {
  const seq = readNumber(c.req.query('message'))
  return seq ? sendFile(c, await findOwnFile(c.var.db, viewerOf(c), seq)) : goTo(c, HOME)
})

for (const moduleRoutes of [visitorChatRoutes, deskChatRoutes]) chatRoutes.route('/', moduleRoutes)
