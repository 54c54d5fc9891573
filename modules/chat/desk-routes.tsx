import * as v from 'valibot'
import { insertReply, listReplies } from '#modules/replies/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, type Problems, requireForm } from '#src/http/body.ts'
import { refusal, wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findFile } from './attachment.ts'
import {
  answer,
  closeConversation,
  findConversation,
  listConversations,
  markSeen,
  type OwnerChoice,
} from './desk-chat.ts'
import { listMessages, MessageForm, readNumber, readRange } from './message.ts'
import { afterMessage, readMessageForm, sendFile } from './message-form.ts'
import { typedByStaff } from './typing.ts'
import { DeskChatPage, Queue } from './views/desk-chat-page.tsx'
import { DeskConversation, DeskPart, placeholderValues } from './views/desk-conversation.tsx'

export const deskChatRoutes = routes()

const HOME = '/desk/chat'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskChat' } as const

deskChatRoutes.get(HOME, async (c) => {
  const onlyOverdue = c.req.query('state') === 'overdue'
  const props = { onlyOverdue, rows: await listConversations(c.var.db, { overdue: onlyOverdue }) }
  if (isFragmentRequest(c)) return fragment(c, <Queue {...props} />)
  return page(c, <DeskChatPage {...props} />, {
    title: translate(c.var.locale)('chat.desk.title'),
    ...FRAME,
  })
})

async function conversationPage(c: Ctx, formState: FormState & { holder?: string } = {}) {
  const conversation = await findConversation(c.var.db, c.req.param('id')!)
  const threadPart = readRange(c.req.query())
  if (!threadPart.before) await markSeen(c.var.db, conversation)
  const thread = await listMessages(c.var.db, conversation.id, { ...threadPart, all: true })
  const viewer = viewerOf(c)
  if (isFragmentRequest(c))
    return fragment(
      c,
      <DeskPart conversation={conversation} viewer={viewer} thread={thread} {...threadPart} />,
    )
  const props = {
    conversation,
    replies: await listReplies(c.var.db),
    thread,
    ...threadPart,
    done: c.req.query('done'),
    viewer,
    ...formState,
  }
  const title = translate(c.var.locale)('chat.desk.with', { name: conversation.customerName })
  return page(c, <DeskConversation {...props} />, {
    title,
    ...FRAME,
    islands: ['chat'],
    status: formState.holder ? 409 : formState.problems ? 422 : 200,
  })
}

deskChatRoutes.get(DETAIL_PATH, (c) => conversationPage(c))

const goToConversation = (c: Ctx) => goTo(c, `${HOME}/${c.req.param('id')}`)

// After a refused form the browser shows this address; a reload requests it with GET.
for (const action of ['answer', 'reply', 'closing'])
  deskChatRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    await findConversation(c.var.db, c.req.param('id'))
    return goToConversation(c)
  })

const AnswerForm = v.object({
  ...MessageForm.entries,
  beside: v.optional(v.string()),
  takeOver: v.optional(v.string()),
} satisfies v.ObjectEntries & Record<keyof OwnerChoice, unknown>)

deskChatRoutes.post(`${DETAIL_PATH}/answer`, async (c) => {
  const form = await readMessageForm(c, AnswerForm)
  if (!form.ok) return conversationPage(c, form)
  const { beside, takeOver, ...message } = form.output
  try {
    await answer(c.var.db, viewerOf(c), c.req.param('id'), message, { beside, takeOver })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CHAT_HELD') throw error
    const { holder, name } = error.details
    if (wantsJson(c)) return refusal(c, error, { holder })
    const problems: Problems = { form: error.words }
    return conversationPage(c, { ...form, problems, details: { name: name! }, holder: String(holder) })
  }
  return afterMessage(c, `${HOME}/${c.req.param('id')}`)
})

deskChatRoutes.post(`${DETAIL_PATH}/reply`, async (c) => {
  const conversation = await findConversation(c.var.db, c.req.param('id'))
  return conversationPage(c, await insertReply(c, 'words', placeholderValues(conversation, viewerOf(c))))
})

deskChatRoutes.get(`${DETAIL_PATH}/file`, async (c) => {
  const { id } = await findConversation(c.var.db, c.req.param('id'))
  const seq = readNumber(c.req.query('message'))
  return seq ? sendFile(c, await findFile(c.var.db, id, seq)) : goToConversation(c)
})

deskChatRoutes.post(`${DETAIL_PATH}/typing`, async (c) => {
  await requireForm(c)
  await typedByStaff(c.var.db, viewerOf(c), c.req.param('id'))
  return c.body(null, 204)
})

deskChatRoutes.post(`${DETAIL_PATH}/closing`, async (c) => {
  await requireForm(c)
  await closeConversation(c.var.db, viewerOf(c), c.req.param('id'))
  return goToConversation(c)
})
