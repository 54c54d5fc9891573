import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { findDocument } from '#modules/documents/index.ts'
import type { UsageKind } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { versionOf } from '#tests/support/template-version.ts'

const ROUNDS = caseCount(1, 200)
vi.setConfig({ testTimeout: LONG ? 1_200_000 : 60_000 })

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const lineOf = async (viewer: Viewer, kind: string) =>
  (await usageSummary(db, viewer)).find((line) => line.kind === kind)!

const FORM = { template: 'mutual-nda', version: versionOf('mutual-nda'), language: 'en', bilingual: 'no' }
const NONE_LEFT = 'Not enough uses are left. Please buy more.'

// The tests depend on each other, in order.
describe('the uses of one database', { shuffle: false }, () => {
  test('a new team has three documents; each creation costs one, even if deleted, and a fourth is refused', async () => {
    const client = await newcomer(db, 'uses@kestrel.example')
    const { id } = await db
      .selectFrom('accounts.account')
      .select('id')
      .where('email', '=', 'uses@kestrel.example')
      .executeTakeFirstOrThrow()
    const viewer = (await findViewer(db, id))!
    const unusedCounts: number[] = [(await lineOf(viewer, 'document_1')).unused]
    let draft = ''
    for (let n = 0; n < 3; n++) {
      const page = await (await client.get('/mgmt/new-doc?template=mutual-nda&locale=en_US')).text()
      expect(page).toContain(`Type I documents: ${3 - n} of 3 left, until `)
      const response = await client.post('/mgmt/new-doc', FORM)
      expect(response.status).toBe(303)
      draft = response.headers.get('location')!.replace('/edit-doc', '')
      if (n === 0) await client.post(`${draft}/deletion`)
      unusedCounts.push((await lineOf(viewer, 'document_1')).unused)
    }
    expect(unusedCounts).toEqual([3, 2, 1, 0])
    const referer = 'http://localhost:3000/mgmt/new-doc?template=mutual-nda'
    const fourth = await client.post('/mgmt/new-doc', FORM, { referer })
    expect(fourth.status).toBe(409)
    const html = await fourth.text()
    expect(html).toContain(NONE_LEFT)
    for (const way of ['/pricing', '/mgmt/new-doc?template=mutual-nda'])
      expect(html).toContain(`href="${way}"`)
    for (const path of ['/mgmt/new-doc?template=mutual-nda', `${draft}/copy`]) {
      const page = await (await client.get(path)).text()
      expect(page).toContain('Type I documents: you have used everything for this period.')
      expect(page).toContain('href="/pricing" class="btn btn-primary"')
      expect(page).not.toContain('method="post" action="/mgmt/')
    }
    expect((await client.post(`${draft}/copy`)).status).toBe(409)
    const documents = db
      .selectFrom('documents.document')
      .select('number')
      .where('team_id', '=', viewer.teamId)
    expect(await documents.execute()).toHaveLength(3)
  })

  const granted = (kind: UsageKind, quantity: number, key = `${kind} ${quantity}`) =>
    grantUsage(db, {
      teamId: cast.lin.viewer.teamId,
      kind,
      quantity,
      key,
      expiresAt: new Date(Date.now() + DAY),
    })

  test('of fifty concurrent creations with one use left one succeeds, and the others get the same refusal', async () => {
    const { client, viewer } = cast.lin
    await granted('document_1', 1)
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/mgmt/new-doc', FORM)))
    const refused = answers.filter(({ status }) => status === 409)
    expect([answers.filter(({ status }) => status === 303).length, refused.length]).toEqual([1, 49])
    for (const answer of refused) expect(await answer.text()).toContain(NONE_LEFT)
    expect(await lineOf(viewer, 'document_1')).toMatchObject({ used: 1, unused: 0 })
    // Refused documents use up no number.
    await granted('document_1', 7)
    const { id } = await filledDraft(db, viewer)
    expect((await findDocument(db, viewer, id)).number).toMatch(/-0002$/)
  })

  test('each start of a signing spends an e-signing; without one the document stays unchanged', async () => {
    const { client, viewer } = cast.lin
    const first = await finalisedDocument(db, viewer)
    const second = await finalisedDocument(db, viewer)
    await granted('esign', 1)
    for (const id of [first, second]) await storeSetting(db, viewer, id, SIGNATORIES)
    const starts = await Promise.all([first, second].map((id) => client.post(`/mgmt/${id}/signing`)))
    expect(starts.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await lineOf(viewer, 'esign')).toMatchObject({ used: 1, unused: 0 })
    const refused = starts[0]!.status === 409 ? first : second
    const { status, id } = await findDocument(db, viewer, refused)
    expect([status, (await listActions(db, id)).map(({ action }) => action)]).toEqual([
      'finalised',
      expect.not.arrayContaining(['start-signing']),
    ])
    expect(
      await db.selectFrom('signing.signing').select('id').where('document_id', '=', refused).execute(),
    ).toEqual([])
    const setting = await (await client.get(`/mgmt/${refused}/sign-setting`)).text()
    expect(setting).toContain('You have no e-signatures left. Buy more to start signing.')
    expect(setting).toContain('href="/pricing"')
  })

  test('of fifty concurrent starts of a signing with one e-signing left one succeeds, and the others spend none', async () => {
    const { client, viewer } = cast.lin
    await granted('document_1', 1000)
    const ready = async () => {
      const id = await finalisedDocument(db, viewer)
      await storeSetting(db, viewer, id, SIGNATORIES)
      return id
    }
    const documents = [await ready(), await ready()]
    for (let round = 0; round < ROUNDS; round++) {
      await granted('esign', 1, `last ${round}`)
      const requests = Array.from({ length: 50 }, (_, n) => client.post(`/mgmt/${documents[n % 2]}/signing`))
      const answers = await Promise.all(requests)
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      const textsByStatus = Map.groupBy(texts, (_, n) => answers[n]!.status)
      // A request that arrives later for the same document leads to the page of its signing.
      expect([round, textsByStatus.get(303)!.length + textsByStatus.get(409)!.length]).toEqual([round, 50])
      const none = textsByStatus.get(409)!.filter((text) => text.includes(NONE_LEFT))
      expect(none.length).toBeGreaterThanOrEqual(25)
      expect(await lineOf(viewer, 'esign')).toMatchObject({ used: round + 2, unused: 0 })
      const running = await db
        .selectFrom('signing.signing')
        .select('document_id')
        .where('document_id', 'in', documents)
        .execute()
      expect(running).toHaveLength(1)
      const started = documents.indexOf(running[0]!.document_id)
      if (round < ROUNDS - 1) documents[started] = await ready()
    }
    note('the last e-signature (R-05)', `${ROUNDS} rounds of 50 starts: one started, one spent, each time`)
  })
})
