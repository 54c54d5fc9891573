import { expect, test } from 'vitest'
import '#src/app/events.ts'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { piecesOf } from '#modules/chat/linked.ts'
import { beginAsVisitor } from '#modules/chat/visitor.ts'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()
const HOME = '/mgmt/online-service'
const BASE = 'http://localhost:3000'

const threadOf = (html: string) => /<div id="thread".*?<\/ol>/s.exec(html)![0]
const cardIn = (html: string, id: string) =>
  new RegExp(`<a href="/mgmt/${id}/[a-z-]+" class="[^"]*rounded-box.*?</a>`, 's').exec(threadOf(html))?.[0]

test('a link to a document becomes a card for people who may see the document, and stays a link for others', async () => {
  const { lin, hannah, ruo } = context.cast
  const { id } = await filledDraft(context.db, lin.viewer)
  const { name, number } = await context.db
    .selectFrom('documents.document')
    .select(['name', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const link = `${BASE}/mgmt/${id}/view-doc`
  for (const { client } of [lin, hannah])
    await client.post(HOME, { words: `Look at ${link}, please, and ${link}`, key: newId() })
  const readPage = async (client: typeof lin.client, path = HOME) => (await client.get(path)).text()

  const ownThread = threadOf(await readPage(lin.client))
  const card = cardIn(await readPage(lin.client), id)!
  for (const words of [name, number, 'Draft']) expect(card).toContain(words)
  expect([ownThread.split(`href="/mgmt/${id}/`).length, ownThread.includes(link)]).toEqual([3, false])

  const otherPage = await readPage(hannah.client)
  const conversation = (await listConversations(context.db)).find(
    ({ account_id }) => account_id === lin.viewer.id,
  )!
  for (const html of [otherPage, await readPage(ruo.client, `/desk/chat/${conversation.id}`)]) {
    expect([html.includes(name), html.includes(number)]).toEqual([false, false])
    expect(threadOf(html)).toContain(`<a class="link" href="/mgmt/${id}/view-doc">${link}</a>`)
  }
  await context.db
    .updateTable('documents.document')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect(await readPage(lin.client)).not.toContain(name)
})

test('visitors, and members who may not see the document, get no details of it', async () => {
  const { lin, zhou } = context.cast
  const { id } = await filledDraft(context.db, lin.viewer)
  const message = { words: `${BASE}/mgmt/${id}/view-doc`, key: newId() }
  const token = await beginAsVisitor(
    context.db,
    { name: 'Mei', email: 'mei@lotus.example' },
    message,
    'en_US',
  )
  const visitor = newClient(context.db)
  visitor.cookies.set('chat', token)
  const html = await (await visitor.get('/online-service')).text()
  expect(threadOf(html)).toContain(`href="/mgmt/${id}/view-doc"`)
  expect(cardIn(html, id)).toBeUndefined()
  await zhou.client.post(HOME, message)
  const seesCard = async () => cardIn(await (await zhou.client.get(HOME)).text(), id) !== undefined
  const grant = (grants: 'team.documents'[]) =>
    context.db.updateTable('accounts.account').set({ grants }).where('id', '=', zhou.viewer.id).execute()
  await grant([])
  const without = await seesCard()
  await grant(['team.documents'])
  expect([without, await seesCard()]).toEqual([false, true])
})

test('many links need no more queries than none', async () => {
  const { lin } = context.cast
  const count = async () => (await countQueries(() => lin.client.get(HOME))).queries
  await lin.client.post(HOME, { words: 'Hello', key: newId() })
  await lin.client.get(HOME)
  const queriesWithoutLinks = await count()
  for (let n = 0; n < 5; n++) {
    const { id } = await filledDraft(context.db, lin.viewer)
    await lin.client.post(HOME, { words: `${BASE}/mgmt/${id}/edit-doc `.repeat(9), key: newId() })
  }
  expect(await count()).toBe(queriesWithoutLinks)
})

test('only our own URL of a document becomes a card', () => {
  const id = newId()
  const links = (words: string) => piecesOf(words).flatMap(({ link }) => link?.href ?? [])
  expect(links(`(${BASE}/mgmt/${id}/view-doc)`)).toEqual([`/mgmt/${id}/view-doc`])
  for (const other of [
    `https://evil.example/mgmt/${id}/view-doc`,
    `${BASE}.evil.example/mgmt/${id}/view-doc`,
    `${BASE}/mgmt/${id}`,
    `${BASE}/mgmt/my-docs`,
    `javascript:alert(1)//mgmt/${id}/view-doc`,
    `/mgmt/${id}/view-doc`,
  ])
    expect([other, links(other)]).toEqual([other, []])
  const words = `a ${BASE}/mgmt/${id}/view-doc b${BASE}/mgmt/${id}/edit-doc`
  expect(
    piecesOf(words)
      .map(({ text }) => text)
      .join(''),
  ).toBe(words)
})
