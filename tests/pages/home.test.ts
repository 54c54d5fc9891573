import { beforeEach, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { setPlan } from '#modules/accounts/members/team-plan.ts'
import type { Grant } from '#modules/accounts/permissions.ts'
import { createDocument } from '#modules/documents/index.ts'
import { sendMessage } from '#modules/messaging/inbox/message.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { findTemplate, recommendedFor } from '#modules/templates/index.ts'
import { DAY, fromNow, setClock, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Permission } from '#src/core/viewer.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
beforeEach(async () => {
  await grant('zhou', ['document.create'])
  return () => setClock(null)
})

const grant = (username: string, grants: Grant[]) =>
  context.db.updateTable('accounts.account').set({ grants }).where('username', '=', username).execute()
const home = async (who: PersonName, locale = 'en_US') => {
  const html = await (await context.cast[who].client.get(`/mgmt/home?locale=${locale}`)).text()
  return html.replace(/<!-- -->/g, '')
}
const draft = async (who: PersonName, code = 'mutual-nda') => {
  const viewer = (await findViewer(context.db, context.cast[who].viewer.id))!
  const template = findTemplate(code)
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  return createDocument(context.db, viewer, template, { version: template.version, languages })
}
/** The lines about things that end soon: target, text and day of each. */
const endings = (html: string) =>
  [
    ...(/Ending Soon.*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(
      /href="([^"]+)">([^<]+)<.*?<time[^>]*>([^<]+)/gs,
    ),
  ].map(([, href, words, day]) => ({ href, words, day }))

test('a new team sees three steps, until it has a document', async () => {
  for (const [locale, words] of [
    ['zh_CN', '起草第一份文档'],
    ['zh_TW', '起草第一份文件'],
    ['en_US', 'Your first document'],
  ] as const) {
    const html = await home('hannah', locale)
    expect(html).toContain(words)
    const keyword = /href="(\/mgmt\/faq-list\?keyword=[^"]+)"/.exec(html)![1]!
    for (const path of ['/mgmt/doc-lib', '/mgmt/new-doc?template=mutual-nda', keyword]) {
      expect(html).toContain(`href="${path}"`)
      expect((await context.cast.hannah.client.get(path)).status).toBe(200)
    }
    expect(await (await context.cast.hannah.client.get(keyword)).text()).toContain('<details')
  }
  await draft('hannah')
  const html = await home('hannah')
  expect(html).not.toContain('Your first document')
  expect(html).toContain('Recently Completed Documents')
})

const categoryOf = (code: string) => findTemplate(code).category

test('recommendations follow the categories of the person’s documents, among the available templates', async () => {
  const { viewer } = context.cast.hannah
  const codes = (used: { category: string; count: number }[], permissions = viewer.permissions) =>
    recommendedFor({ ...viewer, permissions }, used).map(({ code }) => code)
  const allPermissions: Permission[] = [...viewer.permissions, 'template.type_1', 'template.type_2']
  const usedCategories = [
    { category: 'sales', count: 1 },
    { category: 'property', count: 3 },
  ]
  expect(codes(usedCategories, allPermissions).slice(0, 2).map(categoryOf)).toEqual(['property', 'sales'])
  expect(codes(usedCategories)[0]).toBe('mutual-nda')
  await setPlan(context.db, context.cast.lin.viewer.teamId, {
    package: 'professional',
    endsAt: null,
    seats: 9,
  })
  await draft('zhou', 'sales-contract')
  // Documents of colleagues do not count. There are more of them than Lin has of any other category.
  for (let n = 0; n < 9; n++) await draft('lin', 'service-agreement')
  const firstRecommendation = (html: string) =>
    categoryOf(/Recommended Documents.*?new-doc\?template=([\w-]+)/s.exec(html)![1]!)
  expect([firstRecommendation(await home('zhou')), firstRecommendation(await home('lin'))]).toEqual([
    'sales',
    'services',
  ])
})

test('an account without an email address is led to add one', async () => {
  const accounts = () => context.db.updateTable('accounts.account').where('username', '=', 'hannah')
  const { email } = context.cast.hannah.viewer
  expect(await home('hannah')).not.toContain('has no email address')
  await accounts().set({ email: null, mobile: '+8613800138011' }).execute()
  expect(await home('hannah')).toMatch(/has no email address.*?href="\/mgmt\/acct-info\/email"/s)
  const info = await (await context.cast.hannah.client.get('/mgmt/acct-info')).text()
  expect(info).toContain('138 0013 8011')
  await accounts().set({ email, mobile: null }).execute()
})

test('the next five endings are shown with their day, and nothing if nothing ends', async () => {
  const { viewer } = context.cast.lin
  const { teamId, id } = viewer
  await signingDocument(context.db, viewer)
  expect(await home('lin')).not.toContain('Ending Soon')
  const start = Date.now()
  setClock(() => new Date(start - 25 * DAY))
  const { documentId } = await signingDocument(context.db, viewer)
  setClock(null)
  const use = { teamId, kind: 'esign', quantity: 2, expiresAt: fromNow(4 * DAY), key: 'two' } as const
  await grantUsage(context.db, use)
  await grantUsage(context.db, { ...use, kind: 'document_2', key: 'spent', quantity: 1 })
  await spendUsage(context.db, { teamId, kind: 'document_2', spentBy: id, key: 'spend' })
  await grantUsage(context.db, { ...use, key: 'later', expiresAt: fromNow(8 * DAY) })
  await setPlan(context.db, teamId, { package: 'professional', endsAt: fromNow(6 * DAY), seats: 9 })
  expect(endings(await home('lin'))).toEqual([
    { href: '/mgmt/acct-info/usage', words: 'E-signatures: 2 left', day: shanghaiDay(fromNow(4 * DAY)) },
    {
      href: `/mgmt/${documentId}/signing`,
      words: expect.stringMatching(/^Signing of “.+” expires$/),
      day: shanghaiDay(fromNow(5 * DAY)),
    },
    {
      href: '/mgmt/acct-info',
      words: 'Package Monthly Professional ends',
      day: shanghaiDay(fromNow(6 * DAY)),
    },
  ])
  const startedAt = fromNow(-300 * DAY)
  const year = { package: 'professional', startedAt, endsAt: fromNow(20 * DAY), seats: 9 } as const
  await setPlan(context.db, teamId, year)
  expect(endings(await home('lin')).at(-1)).toMatchObject({ day: shanghaiDay(fromNow(20 * DAY)) })
  // Another team, a colleague without access to the document, and a colleague who may only read.
  expect(await home('hannah')).not.toContain('Ending Soon')
  const ways = async () => endings(await home('zhou')).map(({ href }) => href)
  expect(await ways()).toEqual(['/mgmt/acct-info/usage', '/mgmt/acct-info'])
  await grant('zhou', ['team.documents'])
  expect(await ways()).toEqual([`/mgmt/${documentId}/signing`])
  for (const n of [1, 2, 3])
    await grantUsage(context.db, { ...use, key: `more ${n}`, expiresAt: fromNow(n * DAY) })
  expect(endings(await home('lin')).map(({ href }) => href!.split('/').at(-1))).toEqual([
    'usage',
    'usage',
    'usage',
    'usage',
    'signing',
  ])
})

test('a plan that has ended is named with what still works, and with the way to renew it', async () => {
  const { teamId } = context.cast.lin.viewer
  const plan = (endsAt: Date, code: 'professional' | 'customised' = 'professional') =>
    setPlan(context.db, teamId, { package: code, endsAt, seats: 9 })
  await plan(fromNow(-DAY))
  for (const [locale, words] of [
    ['en_US', 'Monthly Professional has ended'],
    ['zh_CN', '包月专业版已到期'],
    ['zh_TW', '月費專業版已到期'],
  ] as const)
    expect(await home('lin', locale)).toContain(words)
  const ownHome = await home('lin')
  const confirm = '/mgmt/confirm-order?package=professional&amp;period=monthly'
  for (const words of ['You can still read and download all documents', confirm, shanghaiDay(fromNow(-DAY))])
    expect(ownHome).toContain(words)
  expect(ownHome).not.toContain('Package Monthly Professional ends')
  expect((await context.cast.lin.client.get(confirm.replace('&amp;', '&'))).status).toBe(200)
  const member = await home('zhou')
  expect(member).toContain('Your administrator can renew it.')
  expect(member).not.toContain('/mgmt/confirm-order')
  await grant('zhou', [])
  expect(await home('zhou')).not.toContain('has ended')
  await plan(fromNow(-DAY), 'customised')
  const customised = await home('lin')
  expect(customised).not.toContain('/mgmt/confirm-order')
  expect(customised).toContain('Contact support')
  for (const [endsAt, shown] of [
    [fromNow(-89 * DAY), true],
    [fromNow(-91 * DAY), false],
    [fromNow(40 * DAY), false],
  ] as const) {
    await plan(endsAt)
    expect((await home('lin')).includes('has ended')).toBe(shown)
  }
})

test('a reader sees documents and tasks, and nothing to create', async () => {
  await grant('zhou', [])
  await context.db
    .deleteFrom('documents.document')
    .where('creator_id', '=', context.cast.zhou.viewer.id)
    .execute()
  const nothing = await home('zhou')
  expect(nothing).toContain('There is nothing for you to read yet.')
  for (const words of ['Create New', 'new-doc', 'Your first document', 'Recommended', 'edit-doc'])
    expect([words, nothing.includes(words)]).toEqual([words, false])
  await grant('zhou', ['team.documents'])
  const id = await draft('lin')
  const html = await home('zhou')
  expect(html).toContain(`/mgmt/${id}/view-doc`)
  expect(html).not.toContain('edit-doc')
  expect(html.indexOf('>Tasks</h2>')).toBeLessThan(html.indexOf('>Recently Edited Documents</h2>'))
  expect(await home('lin')).toContain(`/mgmt/${id}/edit-doc`)
})

test('waiting items are counted like the red dots, up to ninety-nine', async () => {
  const { id } = context.cast.hannah.viewer
  const dotted = (html: string) => html.includes('data-waits="hasUnreadNews" class')
  const homeBefore = await home('hannah')
  expect([dotted(homeBefore), homeBefore.includes('1 unread message')]).toEqual([false, false])
  const news = { kind: 'plan', facts: { plan: 'basic' } } as never
  await sendMessage(context.db, [id], news)
  const one = await home('hannah')
  expect([dotted(one), one.includes('>1 unread message<')]).toEqual([true, true])
  for (let n = 0; n < 100; n++)
    await sendMessage(context.db, [id], { ...(news as object), documentId: newId() } as never)
  expect(await home('hannah')).toContain('>99+ unread messages<')
})
