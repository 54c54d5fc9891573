import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { monthlyUses } from '#modules/orders/plans/plan.ts'
import { liveTerms } from '#modules/orders/plans/term.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { versionOf } from '#tests/support/template-version.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})
afterEach(() => setClock(null))

const PLAN = { plan: 'professional', months: '12', reason: 'Contract 2026-118, paid by bank' }
const pathOf = (name: keyof Cast) => `/desk/accounts/${cast[name].viewer.id}/plan`
const open = (name: keyof Cast, changes = {}) => cast.ruo.client.post(pathOf(name), { ...PLAN, ...changes })
const viewerOf = async (name: keyof Cast) => (await findViewer(db, cast[name].viewer.id))!
const totals = async (name: keyof Cast) =>
  (await usageSummary(db, await viewerOf(name))).map(({ total, unused }) => [total, unused])

// The tests depend on each other, in order.
describe('plans opened by staff', { shuffle: false }, () => {
  describe('a monthly plan', () => {
    test('offers a template only if its package includes the template’s type', async () => {
      const { client } = cast.hannah
      const form = {
        template: 'sales-contract',
        version: versionOf('sales-contract'),
        language: 'en',
        bilingual: 'yes',
      }
      const shown = await (await client.get('/mgmt/new-doc?template=sales-contract')).text()
      expect([shown.includes('name="version"'), shown.includes('Not in your package')]).toEqual([false, true])
      const refused = await client.post('/mgmt/new-doc', form)
      expect([refused.status, (await refused.text()).includes('not part of your package')]).toEqual([
        403,
        true,
      ])
      expect(await (await client.get('/mgmt/home')).text()).toMatch(
        /Mutual Non-Disclosure.*Not in your package/s,
      )
      await open('hannah', { plan: 'basic' })
      const kinds = await Promise.all(
        ['shareholders-resolution', 'sales-contract'].map(async (code) =>
          (await (await client.get(`/mgmt/new-doc?template=${code}`)).text()).includes('name="version"'),
        ),
      )
      expect(kinds).toEqual([true, false])
      expect((await open('hannah')).headers.get('location')).toBe(`/desk/accounts/${cast.hannah.viewer.id}`)
      const offered = await (await client.get('/mgmt/new-doc?template=sales-contract')).text()
      const version = typedValue(offered, 'version')
      expect((await client.post('/mgmt/new-doc', { ...form, version })).status).toBe(303)
    })

    test('is on the account with its uses, and its administrator is notified', async () => {
      await open('lin')
      const page = await (await cast.lin.client.get('/mgmt/acct-info')).text()
      expect(page).toContain('Monthly Professional')
      expect(await totals('lin')).toEqual([
        [28, 28],
        [12, 12],
        [40, 40],
      ])
      expect((await lastMailTo(db, 'lin@example.com')).text).toContain('Monthly Professional')
      expect(await (await cast.ruo.client.get(pathOf('lin').replace('/plan', ''))).text()).toContain(
        PLAN.reason,
      )
    })

    test('has separate uses for each month, which expire with the month', async () => {
      for (const [day, total] of [
        [0, 28],
        [35, 28],
        [35, 28],
        [300, 28],
        [400, 0],
      ] as const) {
        setClock(() => new Date(Date.now() + day * DAY))
        await monthlyUses.now(db, {})
        expect([day, (await totals('lin'))[0]![0]]).toEqual([day, total])
      }
    })

    test.each([
      ['plan', 'free', 'This field must be selected'],
      ['months', '7', 'This field must be selected'],
      ['reason', ' ', 'This field is required'],
    ])(
      'a wrong %s is rejected beside its field, and the other typed values stay',
      async (field, typed, words) => {
        const answer = await open('hannah', { [field]: typed })
        const html = await answer.text()
        expect([answer.status, fieldProblem(html, field)]).toEqual([422, words])
        for (const [name, value] of Object.entries(PLAN))
          if (name !== field) expect([name, typedValue(html, name)]).toEqual([name, value])
      },
    )

    test.each(['zhou', 'ruo'] as const)('rejects %s as the administrator of a team', async (name) => {
      expect((await cast.ruo.client.get(pathOf(name))).status).toBe(404)
      expect((await open(name)).status).toBe(403)
    })

    test('can be opened by staff only', async () => {
      for (const name of ['lin', 'zhou', 'hannah'] as const) {
        const answers = [
          await cast[name].client.get(pathOf('lin')),
          await cast[name].client.post(pathOf('lin'), PLAN),
        ]
        expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 404, 404])
      }
    })
  })

  describe('a customised plan, and a year by agreement', () => {
    const AGREED = { seats: '60', documents_1: '200', documents_2: '0', esigns: '150', storage: '2048' }
    const customised = { ...AGREED, plan: 'customised', months: 'agreement' }

    test('is shown with the agreed numbers before it is opened, and each month grants them', async () => {
      const query = new URLSearchParams({ ...PLAN, ...customised })
      const html = (await (await cast.ruo.client.get(`${pathOf('hannah')}?${query}`)).text()).replaceAll(
        '<!-- -->',
        '',
      )
      for (const words of [
        'Up to 60 accounts',
        '200 a month',
        'Storage: 2,048 MB',
        'Bound by a one-year agreement',
      ])
        expect([words, html.includes(words)]).toEqual([words, true])
      const totalOf = async () => (await totals('hannah')).map(([total]) => total!)
      const next = () => setClock(() => new Date(Date.now() + 40 * DAY))
      const before = await totalOf()
      next()
      const beforeNext = await totalOf()
      setClock(null)
      expect((await open('hannah', customised)).status).toBe(303)
      const more = (await totalOf()).map((total, index) => total - before[index]!)
      expect(more).toEqual([200, 0, 150])
      next()
      const { package: code, teamId } = await viewerOf('hannah')
      const [term] = await liveTerms(db, teamId).execute()
      expect([code, term!.package, term!.period, term!.contents!.storage]).toEqual([
        'customised',
        'customised',
        'agreement',
        2048 * 1024 * 1024,
      ])
      await monthlyUses.now(db, {})
      await monthlyUses.now(db, {})
      expect((await totalOf()).map((total, index) => total - beforeNext[index]!)).toEqual([200, 0, 150])
      const seats = db.selectFrom('accounts.team').select('seats').where('id', '=', teamId)
      expect((await seats.executeTakeFirstOrThrow()).seats).toBe(60)
    })

    test('is in the log with its numbers, and can be undone', async () => {
      await open('lin', { plan: 'basic', months: '1' })
      await open('lin', customised)
      const log = await (await cast.ruo.client.get(pathOf('lin').replace('/plan', ''))).text()
      for (const words of ['Accounts: none → 60', 'Storage (MB): none → 2048', 'with a one-year agreement'])
        expect([words, log.includes(words)]).toEqual([words, true])
      const undone = await cast.ruo.client.post(pathOf('lin').replace('plan', 'plan-undoing'), {
        undoReason: 'x',
      })
      expect([undone.status, (await viewerOf('lin')).package]).toEqual([303, 'basic'])
    })

    test.each([
      ['seats', '', 'This field is required'],
      ['seats', '0', 'Format is incorrect'],
      ['storage', '', 'This field is required'],
      ['esigns', 'many', 'Format is incorrect'],
      ['documents_1', '100001', 'This number is too large'],
    ])('%s as %j is rejected beside it, in the preview too', async (field, typed, words) => {
      const wrong = { ...customised, [field]: typed }
      const answer = await open('hannah', wrong)
      expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
      const query = new URLSearchParams({ ...PLAN, ...wrong })
      const html = await (await cast.ruo.client.get(`${pathOf('hannah')}?${query}`)).text()
      expect([fieldProblem(html, field), html.includes('What will be in effect')]).toEqual([words, false])
    })
  })
})
