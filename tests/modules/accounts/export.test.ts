import { beforeAll, expect, test } from 'vitest'
import { saveAsTemplate } from '#modules/documents/saved/saved-template.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import type { Db } from '#src/db/db.ts'
import { saleDraft } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { exportData } from '#tests/support/data-export.ts'
import { versionOf } from '#tests/support/template-version.ts'

let db: Db
let world: World

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  const { lin, zhou, hannah } = world.cast
  await onPlan(db, lin.viewer.teamId)
  await lin.client.post('/mgmt/acct-info/invitations', { email: 'guest@kestrel.example' })
  const teamId = lin.viewer.teamId
  const grant = {
    teamId,
    kind: 'esign',
    quantity: 5,
    key: 'export',
    expiresAt: new Date('2099-01-01'),
  } as const
  await grantUsage(db, grant)
  for (const { id } of [lin.viewer, zhou.viewer])
    await db.transaction().execute((trx) => spendUsage(trx, { teamId, kind: 'esign', spentBy: id, key: id }))
  const form = { template: 'mutual-nda', version: versionOf('mutual-nda'), language: 'en', bilingual: 'no' }
  await hannah.client.post('/mgmt/new-doc', form)
  await zhou.client.post('/mgmt/new-doc', form)
  const sale = await saleDraft(db, lin.viewer)
  await saveAsTemplate(db, lin.viewer, sale.id, { name: 'Motors', blanks: true, parties: false })
})

async function exportOf(name: 'lin' | 'zhou' | 'hannah') {
  const archive = await exportData(db, world.cast[name].client)
  expect(archive.headers.get('cache-control')).toBe('no-store')
  expect(archive.headers.get('content-disposition')).toMatch(/attachment; filename="Qishu/)
  return archive
}

test('an administrator’s file contains the account, team, members, invitations, sessions, documents and uses', async () => {
  const { data } = await exportOf('lin')
  expect(Object.keys(data).sort()).toEqual([
    'account',
    'actions',
    'agreements',
    'apiKeys',
    'authorisations',
    'batches',
    'brand',
    'checklists',
    'comments',
    'consultations',
    'contacts',
    'conversation',
    'deskActions',
    'dismissedAnnouncements',
    'documents',
    'documentsElsewhere',
    'exportedAt',
    'factors',
    'failedLogins',
    'feedback',
    'invitations',
    'invoiceChoices',
    'invoiceTitles',
    'invoices',
    'keyDates',
    'labels',
    'logos',
    'mails',
    'members',
    'memoryImports',
    'messages',
    'orders',
    'payments',
    'planChanges',
    'planNotices',
    'rememberedDevices',
    'renewalMandates',
    'renewals',
    'reports',
    'requests',
    'reviewsDone',
    'savedViews',
    'seals',
    'securityEvents',
    'sentMails',
    'serviceAuthorisations',
    'serviceRule',
    'sessions',
    'signatures',
    'social',
    'ssoConnection',
    'ssoDomains',
    'ssoLinks',
    'supportAccesses',
    'tasks',
    'team',
    'templates',
    'terms',
    'translationMemory',
    'uploads',
    'usage',
    'webhookDeliveries',
    'webhooks',
  ])
  expect(data.account).toMatchObject({ username: 'lin', email: 'lin@example.com', state: 'active' })
  expect(data.team).toMatchObject({ name: 'Lotus Trading', package: 'professional' })
  expect(data.members.map((one: { email: string }) => one.email)).toEqual(['zhou@example.com'])
  expect(data.invitations.map((one: { email: string }) => one.email)).toEqual(['guest@kestrel.example'])
  expect(data.documents.map((one: { id: string }) => one.id)).toContain(world.draft.id)
  // One of them is Zhou's.
  expect(data.documents).toHaveLength(9)
  expect(data.documents.filter((one: { kind: string }) => one.kind === 'imported')).toHaveLength(1)
  const usedRows = data.usage.filter(({ quantity }: { quantity: number }) => quantity < 0)
  expect(new Set(usedRows.map((one: { kind: string }) => one.kind))).toEqual(
    new Set(['document_1', 'document_2', 'esign']),
  )
  expect(data.sessions.length).toBeGreaterThan(0)
  expect(data.orders).toMatchObject([{ package: 'single_esign', total: '2000', state: 'paid' }])
  expect(data.invoices).toMatchObject([{ title: 'Lin Mei', state: 'issued', order: data.orders[0].number }])
})

test('messages to the online service and comments in reviews are in the file of their author', async () => {
  const { lin } = world.cast
  await lin.client.post(`/mgmt/${world.review.documentId}/comments`, {
    key: 'exported-1',
    place: 'part:title',
    words: 'Said by Lin',
  })
  const sentences = async (who: 'lin' | 'hannah') => {
    const { data } = await exportOf(who)
    return [data.comments, data.conversation].map((list) => list.map(({ words }: { words: string }) => words))
  }
  expect(await sentences('lin')).toEqual([['Said by Lin'], []])
  expect(await sentences('hannah')).toEqual([[], ['Where is the seal?']])
})

test('contains no secrets and no data of other people', async () => {
  const { text } = await exportOf('lin')
  // The hashes of a document's log prove the log and give no access.
  expect(text).not.toMatch(/argon2|token|(?:password|code|name|visitor|access|entrance|id)_hash/i)
  expect(text).not.toContain(world.cast.hannah.viewer.id)
  expect(text).not.toContain('hannah@example.com')
})

test('a member’s file contains only their own data', async () => {
  const { text, data } = await exportOf('zhou')
  expect([data.members, data.invitations]).toEqual([undefined, undefined])
  expect(data.documents).toHaveLength(1)
  for (const foreign of ['lin@example.com', 'guest@kestrel.example', world.draft.id])
    expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
  expect(data.usage).toHaveLength(2)
})

test('the export is recorded in the account’s log', async () => {
  const noted = async () => {
    const { data } = await exportOf('hannah')
    return data.actions.map((one: { action: string }) => one.action)
  }
  const countBefore = await noted()
  expect(await noted()).toEqual([...countBefore, 'export'])
  expect(countBefore.at(-1)).toBe('export')
})

test('contains a saved template with the rows of its tables', async () => {
  const { data } = await exportOf('lin')
  const { fields } = data.templates.find(({ name }: { name: string }) => name === 'Motors').answers
  expect(fields['goods-list'].rows[0].cells).toMatchObject({
    name: { zh: '伺服电机', en: 'Servo motor' },
    quantity: 200,
    price: 16_500,
  })
})
