import { translate } from '#src/core/i18n.ts'
import { requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { listMessages, openAllMessages, openMessage, readMessageFilter } from './message.ts'
import { startTask } from './task.ts'
import { MessageList, MessagesPage } from './views/messages-page.tsx'

export const inboxRoutes = routes()

const translatorOf = (c: Ctx) => translate(c.var.locale)

inboxRoutes.post('/mgmt/tasks/:id/start', async (c) => {
  await requireForm(c)
  return goTo(c, (await startTask(c.var.db, viewerOf(c), c.req.param('id'))) ?? '/mgmt/tasks?status=done')
})

inboxRoutes.get('/mgmt/messages', async (c) => {
  const filter = readMessageFilter(c.req.query())
  const messages = await listMessages(c.var.db, viewerOf(c), filter, c.var.locale)
  if (isFragmentRequest(c)) return fragment(c, <MessageList {...messages} filter={filter} />)
  const content = <MessagesPage {...messages} filter={filter} hasUnread={c.var.inbox.hasUnreadNews} />
  return page(c, content, {
    title: translatorOf(c)('common.menu.messages'),
    shell: 'mgmt',
    current: 'messages',
  })
})

inboxRoutes.post('/mgmt/messages/reading', async (c) => {
  await requireForm(c)
  await openAllMessages(c.var.db, viewerOf(c))
  return goTo(c, '/mgmt/messages')
})

inboxRoutes.post('/mgmt/messages/:id/reading', async (c) => {
  await requireForm(c)
  return goTo(c, (await openMessage(c.var.db, viewerOf(c), c.req.param('id'))) ?? '/mgmt/messages')
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
inboxRoutes.get('/mgmt/tasks/:id/start', (c) => goTo(c, '/mgmt/tasks'))
inboxRoutes.get('/mgmt/messages/:id/reading', (c) => goTo(c, '/mgmt/messages'))
inboxRoutes.get('/mgmt/messages/reading', (c) => goTo(c, '/mgmt/messages'))
