import { beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '#modules/accounts/erasure.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import { liveTerms } from '#modules/orders/plans/term.ts'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { getFile } from '#src/jobs/storage.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const viewer = async () => (await findViewer(db, cast.lin.viewer.id))!
const place = async (code = 'basic') =>
  order(
    db,
    await viewer(),
    code,
    code.startsWith('single') ? { method: 'bank', period: 'once' } : { method: 'bank' },
  )
const deskPath = ({ id }: { id: string }) => `/desk/orders/${id}`
let count = 0
const transfer = (total: bigint) => ({
  amount: `${total / 100n}.00`,
  reference: `REF-${++count}`,
  day: shanghaiDay(),
})
const confirm = (placed: { id: string; total: bigint }, changes: Record<string, string> = {}) =>
  cast.ruo.client.post(`${deskPath(placed)}/transfer`, { ...transfer(placed.total), ...changes })
const reverse = (placed: { id: string }, reversalReason = 'Booked to the wrong order') =>
  cast.ruo.client.post(`${deskPath(placed)}/reversal`, { reversalReason })
const stateOf = async ({ id }: { id: string }) => (await findOrder(db, await viewer(), id)).state
const unusedUses = async () =>
  (await usageSummary(db, await viewer())).map(({ unused, total }) => [unused, total])
const payments = ({ id }: { id: string }) =>
  db.selectFrom('orders.payment').selectAll().where('order_id', '=', id).orderBy('id').execute()
const loggedActions = async (action: 'confirm-transfer' | 'reverse-transfer' | 'refuse-slip') =>
  (await db.selectFrom('accounts.desk_action').select('reason').where('action', '=', action).execute()).map(
    ({ reason }) => reason,
  )

// The tests depend on each other, in order.
describe('bank transfers', { shuffle: false }, () => {
  describe('bank transfers at one desk', { shuffle: false }, () => {
    test('a confirmed transfer pays the order once, and is logged with the person who confirmed it', async () => {
      const placed = await place()
      const fields = transfer(placed.total)
      const sent = await Promise.all(
        Array.from({ length: 5 }, () => cast.ruo.client.post(`${deskPath(placed)}/transfer`, fields)),
      )
      expect(sent.map(({ headers }) => headers.get('location'))).toEqual(
        Array(5).fill(`${deskPath(placed)}?done=confirmed`),
      )
      expect([await stateOf(placed), (await viewer()).package]).toEqual(['paid', 'basic'])
      const [paid, ...more] = await payments(placed)
      expect([paid!.confirmed_by, paid!.reference, more]).toEqual(['ruo', fields.reference, []])
      expect(await loggedActions('confirm-transfer')).toEqual([fields.reference])
      const html = await (await cast.ruo.client.get(`${deskPath(placed)}?done=confirmed`)).text()
      const page = html.replaceAll('<!-- -->', '')
      for (const words of ['the order has taken effect', fields.reference, '× 10', 'Confirmed by ruo'])
        expect([words, page.includes(words)]).toEqual([words, true])
      // The bank's day without a time, because no time was entered.
      expect(page).toMatch(/<time dateTime="[\d-]{10}"[^>]*>[\d-]{10}</i)
    })

    test('a confirmation undone the same day revokes uses and plan, and the order can be paid again', async () => {
      const [placed] = await db.selectFrom('orders.order').select(['id', 'total', 'number']).execute()
      const answers = await Promise.all([reverse(placed!), reverse(placed!)])
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
      expect([await stateOf(placed!), (await viewer()).package, await unusedUses()]).toEqual([
        'pending',
        'free',
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      ])
      expect(await liveTerms(db, cast.lin.viewer.teamId).execute()).toEqual([])
      expect(await loggedActions('reverse-transfer')).toEqual(['Booked to the wrong order'])
      // The same transfer can be confirmed for another order, or again for this one.
      const again = await confirm(placed!, { reference: 'REF-1' })
      expect([again.headers.get('location'), await stateOf(placed!)]).toEqual([
        `${deskPath(placed!)}?done=confirmed`,
        'paid',
      ])
      expect((await unusedUses()).map(([unused]) => unused)).toEqual([10, 0, 10])
      const usage = await (await cast.lin.client.get('/mgmt/acct-info/usage')).text()
      expect(usage).toContain('revoked')
    })

    test('an undone upgrade restores the previous plan with its uses', async () => {
      const placed = await place('professional')
      expect((await confirm(placed)).status).toBe(303)
      expect((await viewer()).package).toBe('professional')
      expect((await reverse(placed)).status).toBe(303)
      const terms = await liveTerms(db, cast.lin.viewer.teamId).execute()
      expect([(await viewer()).package, terms.map(({ package: code }) => code)]).toEqual(['basic', ['basic']])
      expect((await unusedUses()).map(([unused, total]) => [unused, total])).toEqual([
        [10, 10],
        [0, 0],
        [10, 10],
      ])
      await cast.lin.client.post(`/mgmt/orders/${placed.id}/closure`)
    })

    test('a confirmation cannot be reversed after its uses were spent, the plan changed, or a day passed; the page says why', async () => {
      const first = await place('single_1')
      await confirm(first)
      const second = await place('single_2')
      await confirm(second)
      const why = async (placed: { id: string }) => formProblem(await (await reverse(placed)).text())
      expect(await why(first)).toBe(
        'The team’s plan or uses have changed again since; only the last change can be undone',
      )
      const spend = { teamId: cast.lin.viewer.teamId, kind: 'document_2' as const, key: newId() }
      await spendUsage(db, { ...spend, spentBy: cast.lin.viewer.id })
      expect(await why(second)).toBe('Part of it has already been used')
      const shown = async () => (await cast.ruo.client.get(deskPath(second))).text()
      expect(await shown()).toContain('name="reversalReason"')
      const made_at = new Date(Date.now() - 2 * DAY)
      await db.updateTable('orders.plan_change').set({ made_at }).where('order_id', '=', second.id).execute()
      expect(await shown()).not.toContain('name="reversalReason"')
      expect(await why(second)).toBe('More than a day has passed')
      expect([await stateOf(first), await stateOf(second)]).toEqual(['paid', 'paid'])
    })

    test('a confirmation cannot be reversed while an invoice of the order is requested', async () => {
      const placed = await place('single_1')
      await confirm(placed)
      const id = newId()
      const empty = { tax_number: '', address: '', phone: '', bank: '', bank_account: '', number: null }
      await db
        .insertInto('orders.invoice')
        .values({
          id,
          order_id: placed.id,
          asked_by: cast.lin.viewer.id,
          ...empty,
          kind: 'ordinary',
          title_kind: 'individual',
          title: 'Lin',
          email: 'lin@example.com',
          state: 'requested',
          asked_at: new Date(),
        })
        .execute()
      const page = await (await cast.ruo.client.get(deskPath(placed))).text()
      expect([
        page.includes(`/desk/invoices/${id}" class="btn`),
        page.includes('name="reversalReason"'),
      ]).toEqual([true, false])
      const refused = await (await reverse(placed)).text()
      expect(formProblem(refused)).toBe(
        'An invoice for this order has been requested or issued. Decline or reverse it under “Invoices” first',
      )
      expect(refused).toContain('Booked to the wrong order')
      await cast.ruo.client.post(`/desk/invoices/${id}/refusal`, { refusalReason: 'Confirmed by mistake' })
      expect(await (await cast.ruo.client.get(deskPath(placed))).text()).toContain('name="reversalReason"')
      expect(await stateOf(placed)).toBe('paid')
    })

    test('a transfer of another amount is rejected with a warning, and after confirmation recorded as unsettled', async () => {
      const placed = await place('single_1')
      const wrong = await confirm(placed, { amount: '98.00', reference: 'REF-less' })
      const html = await wrong.text()
      expect([wrong.status, fieldProblem(html, 'amount')]).toEqual([
        422,
        'The order is for a different amount',
      ])
      expect([typedValue(html, 'amount'), typedValue(html, 'reference')]).toEqual(['98.00', 'REF-less'])
      expect(await payments(placed)).toEqual([])
      const response = await confirm(placed, { amount: '98.00', reference: 'REF-less', differs: 'yes' })
      expect(response.headers.get('location')).toBe(`${deskPath(placed)}?done=unsettled`)
      expect((await payments(placed)).map(({ problem, amount }) => [problem, amount])).toEqual([
        ['amount', 9_800n],
      ])
      expect(await stateOf(placed)).toBe('pending')
    })

    test.each([
      ['amount', 'much', 'Enter an amount such as 399 or 399.00'],
      ['amount', '-99', 'Enter an amount such as 399 or 399.00'],
      ['amount', '99.005', 'Enter an amount such as 399 or 399.00'],
      ['reference', ' ', 'This field is required'],
      ['reference', 'REF-1', 'This reference was already confirmed for another order or amount'],
      ['day', '2026-02-30', 'Format is incorrect'],
      ['day', '2999-01-01', 'This date is in the future'],
    ])('a wrong %s, %s, is rejected beside its field', async (field, typed, words) => {
      const placed = await place('single_1')
      const answer = await confirm(placed, { [field]: typed })
      expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
      expect(await payments(placed)).toEqual([])
    })

    test('a day long before the order counts as a typo and records nothing; a few days before are accepted', async () => {
      const placed = await place('single_1')
      const lastYear = `${Number(shanghaiDay().slice(0, 4)) - 1}${shanghaiDay().slice(4).replace('02-29', '02-28')}`
      const refused = await confirm(placed, { day: lastYear })
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining('more than a month before the order'),
      ])
      expect([await stateOf(placed), await payments(placed)]).toEqual(['pending', []])
      const daysBefore = shanghaiDay(new Date(placed.created_at.getTime() - 5 * DAY))
      expect((await confirm(placed, { day: daysBefore })).status).toBe(303)
      expect(await stateOf(placed)).toBe('paid')
    })

    test('the list is filtered by every method; the Sandbox is offered only in a demo', async () => {
      const offered = async () => {
        const html = await (await cast.ruo.client.get('/desk/orders')).text()
        return html.includes('<option value="bank"') && html.includes('<option value="sandbox"')
      }
      expect(config.demo).toBe(true)
      expect(await offered()).toBe(true)
      configure({ NODE_ENV: 'test', DEMO: '0' })
      expect(await offered()).toBe(false)
      configure()
    })

    test('only staff can see or confirm transfers; other methods cannot be confirmed', async () => {
      const placed = await place('single_1')
      for (const name of ['lin', 'zhou', 'hannah'] as const) {
        const { client } = cast[name]
        const answers = [
          await client.get('/desk/orders'),
          await client.get('/desk/orders.csv'),
          await client.get(deskPath(placed)),
          await client.get(`${deskPath(placed)}/slip`),
          await client.post(`${deskPath(placed)}/transfer`, transfer(placed.total)),
          await client.post(`${deskPath(placed)}/reversal`, { reversalReason: 'no' }),
        ]
        expect([name, answers.map(({ status }) => status)]).toEqual([name, Array(6).fill(404)])
      }
      expect(await stateOf(placed)).toBe('pending')
      const other = await order(db, await viewer(), 'single_1', { period: 'once' })
      const refused = await confirm(other)
      expect([refused.status, await stateOf(other)]).toEqual([422, 'pending'])
      expect((await cast.ruo.client.get(`/desk/orders/${newId()}`)).status).toBe(404)
      expect((await cast.ruo.client.get('/desk/orders/%00')).status).toBe(404)
    })

    test('the list is narrowed by each filter, and its CSV file contains the same rows, with formulas escaped', async () => {
      await db
        .updateTable('orders.order')
        .set({ buyer_name: '=1+1' })
        .where('package', '=', 'single_2')
        .execute()
      const { client } = cast.ruo
      const rows = (html: string) => [...html.matchAll(/href="\/desk\/orders\/[0-9a-f-]{36}"/g)].length
      const all = await db.selectFrom('orders.order').select(['state', 'method', 'number']).execute()
      for (const [query, expected] of [
        ['', all.length],
        ['state=paid', all.filter(({ state }) => state === 'paid').length],
        ['method=sandbox', all.filter(({ method }) => method === 'sandbox').length],
        [`keyword=${all[0]!.number}`, 1],
        ['keyword=Lotus', all.length],
        ['keyword=%25', 0],
        [`since=${shanghaiDay()}&until=${shanghaiDay()}`, all.length],
        ['until=2020-01-01', 0],
      ] as const) {
        expect([query, rows(await (await client.get(`/desk/orders?${query}`)).text())]).toEqual([
          query,
          expected,
        ])
        const file = await (await client.get(`/desk/orders.csv?${query}`)).text()
        expect([query, file.trim().split('\r\n').length]).toEqual([query, expected + 1])
      }
      const file = await (await client.get('/desk/orders.csv')).text()
      expect([file.includes(",'=1+1,"), file.includes(',=1+1,')]).toEqual([true, false])
    })
  })

  describe('the proof of a transfer', () => {
    const PDF = new TextEncoder().encode('%PDF-1.7 receipt')
    const send = (placed: { id: string }, name: keyof Cast, ...files: Uint8Array<ArrayBuffer>[]) =>
      postFiles(
        cast[name].client,
        `/mgmt/orders/${placed.id}/slip`,
        {},
        files.map((bytes, n) => ({ field: 'slip', name: `slip-${n}.pdf`, bytes })),
      )

    test('is uploaded on the payment page, replaced, and opened by staff', async () => {
      const placed = await place('single_1')
      expect((await send(placed, 'lin', new TextEncoder().encode('%PDF-1.4 old'))).status).toBe(303)
      expect((await send(placed, 'lin', PDF)).headers.get('location')).toBe(
        `/mgmt/orders/${placed.id}/payment?sent`,
      )
      expect(await (await cast.lin.client.get(`/mgmt/orders/${placed.id}/payment`)).text()).toContain(
        'Received on',
      )
      const opened = await cast.ruo.client.get(`${deskPath(placed)}/slip`)
      expect([opened.headers.get('content-type'), await opened.text()]).toEqual([
        'application/pdf',
        '%PDF-1.7 receipt',
      ])
    })

    test.each([
      ['Choose a file', []],
      ['One file only', [PDF, PDF]],
      ['The file is larger than 5 MB', [new Uint8Array(5 * 1024 * 1024 + 1).fill(37)]],
      ['Not a PDF, PNG or JPG file', [new TextEncoder().encode('<html>')]],
    ])('is rejected: %s', async (words, files) => {
      const answer = await send(await place('single_1'), 'lin', ...files)
      expect([answer.status, fieldProblem(await answer.text(), 'slip')]).toEqual([422, words])
    })

    test('is refused with a reason: it leaves the queue, the customer reads the reason and uploads another', async () => {
      const placed = await place('single_1')
      await send(placed, 'lin', PDF)
      const queued = async () =>
        (await (await cast.ruo.client.get('/desk/orders?state=slip')).text()).includes(placed.id)
      const uploadedAt = async () =>
        (
          await db
            .selectFrom('orders.slip')
            .select('uploaded_at')
            .where('order_id', '=', placed.id)
            .executeTakeFirstOrThrow()
        ).uploaded_at.toISOString()
      const refuse = async (fields: Record<string, string>) =>
        cast.ruo.client.post(`${deskPath(placed)}/slip-refusal`, {
          uploadedAt: await uploadedAt(),
          ...fields,
        })
      expect(await queued()).toBe(true)
      const bare = await refuse({ slipReason: ' ' })
      expect([bare.status, fieldProblem(await bare.text(), 'slipReason')]).toEqual([
        422,
        'This field is required',
      ])
      const late = await refuse({ slipReason: 'Another amount', uploadedAt: '2026-11-01T00:00:00.000Z' })
      const kept = await late.text()
      expect([late.status, kept.includes('Please check again'), typedValue(kept, 'slipReason')]).toEqual([
        422,
        true,
        'Another amount',
      ])
      // Although its time is almost over, the customer gets another day.
      await db
        .updateTable('orders.order')
        .set({ pay_until: new Date(now().getTime() + 60_000) })
        .where('id', '=', placed.id)
        .execute()
      const answers = await Promise.all([1, 2].map(() => refuse({ slipReason: 'Shows <another> amount' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
      expect(await queued()).toBe(false)
      const { pay_until } = await findOrder(db, await viewer(), placed.id)
      expect(pay_until.getTime()).toBeGreaterThan(now().getTime() + DAY - 60_000)
      const page = () => cast.lin.client.get(`/mgmt/orders/${placed.id}/payment`).then((one) => one.text())
      expect(await page()).toContain('Shows &lt;another&gt; amount')
      expect(await (await cast.ruo.client.get(deskPath(placed))).text()).toContain(
        'Refused: Shows &lt;another&gt;',
      )
      expect(await loggedActions('refuse-slip')).toEqual(['Shows <another> amount'])
      const messages = db.selectFrom('messaging.message').select('path').where('kind', '=', 'slipRefused')
      expect(await messages.execute()).toContainEqual({ path: `/mgmt/orders/${placed.id}/payment` })
      const mail = await db.selectFrom('platform.mail').selectAll().orderBy('id', 'desc').execute()
      expect(mail.some((one) => JSON.stringify(one).includes('could not accept'))).toBe(true)
      await send(placed, 'lin', PDF)
      expect([await queued(), (await page()).includes('another&gt;')]).toEqual([true, false])
    })

    test('is refused by staff only, and only for a pending order', async () => {
      const placed = await place('single_1')
      await send(placed, 'lin', PDF)
      const refuse = (name: keyof Cast, id = placed.id) =>
        cast[name].client.post(`/desk/orders/${id}/slip-refusal`, {
          uploadedAt: now().toISOString(),
          slipReason: 'Not readable',
        })
      expect([(await refuse('lin')).status, (await refuse('ruo', newId())).status]).toEqual([404, 404])
      await cast.lin.client.post(`/mgmt/orders/${placed.id}/closure`)
      expect((await refuse('ruo')).status).toBe(422)
    })

    test('is visible to no one else, and too late for a closed order', async () => {
      const placed = await place('single_1')
      for (const name of ['hannah', 'zhou'] as const) expect((await send(placed, name, PDF)).status).toBe(404)
      await cast.lin.client.post(`/mgmt/orders/${placed.id}/closure`)
      expect((await send(placed, 'lin', PDF)).status).toBe(409)
      expect((await cast.ruo.client.get(`${deskPath(placed)}/slip`)).status).toBe(404)
    })

    test('is settled or confirmed before the account that sent it is erased', async () => {
      const zhou = (await findViewer(db, cast.zhou.viewer.id))!
      const placed = await order(db, zhou, 'single_1', { method: 'bank', period: 'once' })
      const erase = (changes = {}) =>
        cast.ruo.client.post(`/desk/accounts/${zhou.id}/erasure`, {
          confirmation: zhou.username,
          ground: 'By letter',
          ...changes,
        })
      const closing = async () => (await cast.zhou.client.get('/mgmt/acct-info/deletion')).text()
      expect(await closing()).not.toContain('is still open')
      await send(placed, 'zhou', PDF)
      expect(await closing()).toContain('is still open')
      const refused = await erase()
      const page = await refused.text()
      expect([refused.status, fieldProblem(page, 'moneyOpen'), typedValue(page, 'ground')]).toEqual([
        422,
        'This account has open payments or refunds. Resolve them, or confirm with a reason that they stay open',
        'By letter',
      ])
      expect(page).toContain(`href="${deskPath(placed)}"`)
      // The colleague who approves also sees it.
      const response = await erase({ moneyOpen: 'yes' })
      const next = response.headers.get('location')!
      expect([response.status, next.startsWith('/desk/')]).toEqual([303, true])
    })

    test('is erased with the account that sent it, and a notice is shown in its place', async () => {
      const hannah = (await findViewer(db, cast.hannah.viewer.id))!
      const theirs = await order(db, hannah, 'single_1', { method: 'bank', period: 'once' })
      const ours = await place('single_1')
      await send(theirs, 'hannah', PDF)
      await send(ours, 'lin', PDF)
      const slip = ({ id }: { id: string }) =>
        db.selectFrom('orders.slip').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
      const { key } = await slip(theirs)
      await eraseAccount(db, cast.ruo.viewer, hannah.id, 'Asked for it')
      await workWaitingJobs(db)
      await expect(getFile(db, key)).rejects.toThrow()
      const page = await (await cast.ruo.client.get(deskPath(theirs))).text()
      expect([page.includes('Deleted with the account'), page.includes('/slip"')]).toEqual([true, false])
      expect((await cast.ruo.client.get(`${deskPath(theirs)}/slip`)).status).toBe(404)
      expect([(await slip(ours)).erased_at, (await getFile(db, (await slip(ours)).key)).length]).toEqual([
        null,
        PDF.length,
      ])
    })
  })
})
