import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { refuseInvoice } from '#modules/orders/invoices/desk-invoice.ts'
import { requestInvoice } from '#modules/orders/invoices/invoice.ts'
import { readInvoice } from '#modules/orders/invoices/invoice-form.ts'
import { reverseInvoice } from '#modules/orders/invoices/invoice-reversal.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast
let bought: Order

beforeAll(async () => {
  db = await testDatabase()
})

let people = 500

beforeEach(async () => {
  await sql`update accounts.account set username = username || ${people}, email = ${people} || email`.execute(
    db,
  )
  people += 1
  await db.deleteFrom('platform.mail').execute()
  await db.deleteFrom('orders.invoice_action').execute()
  await db.deleteFrom('orders.invoice_reversal').execute()
  await db.deleteFrom('orders.invoice').execute()
  cast = await openCast(db)
  bought = await buy(db, (await findViewer(db, cast.lin.viewer.id))!, 'single_esign', { period: 'once' })
})

const CODE = '91310115MA1K4LTX2A'
const PERSON = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'books@lotus.example' }
const COMPANY = { ...PERSON, titleKind: 'company', title: '莲花贸易（上海）有限公司', taxNumber: CODE }
const SPECIAL = {
  ...COMPANY,
  kind: 'special',
  address: '上海市世纪大道 1 号',
  phone: '021-61002600',
  bank: '示例银行浦东支行',
  bankAccount: '6222 0000 1111 2222',
}
const PDF = new TextEncoder().encode('%PDF-1.7 an invoice')

const page = () => `/mgmt/orders/${bought.id}/invoice`
const ask = (values: Record<string, string>, client = cast.lin.client) => client.post(page(), values)
const rows = () =>
  db.selectFrom('orders.invoice').selectAll().where('order_id', '=', bought.id).orderBy('id').execute()
const onlyRow = async () => (await rows()).at(-1)!
const reverse = (id: string, reversalReason: string, redLetter = '87654399') =>
  postFiles(cast.ruo.client, `/desk/invoices/${id}/reversal`, { reversalReason, redLetter }, [
    { field: 'pdf', name: 'red.pdf', bytes: PDF },
  ])
const issue = (client: Client, id: string, number: string, bytes: Uint8Array<ArrayBuffer> | null = PDF) =>
  postFiles(
    client,
    `/desk/invoices/${id}/issue`,
    { number },
    bytes ? [{ field: 'pdf', name: 'i.pdf', bytes }] : [],
  )

describe('the required details of an invoice', () => {
  const problemsOf = (values: Record<string, string>) => {
    const read = readInvoice(values)
    return read.ok ? {} : read.problems
  }
  const required = 'common.problem.required'

  test.each([
    ['a person', PERSON, {}],
    ['a company', COMPANY, {}],
    ['a special one', SPECIAL, {}],
    ['nothing', {}, { kind: 'common.problem.selected', titleKind: 'common.problem.selected' }],
    ['no title', { ...PERSON, title: ' ' }, { title: required }],
    ['no mailbox', { ...PERSON, email: 'books' }, { email: 'common.problem.format' }],
    ['a company without number', { ...COMPANY, taxNumber: '' }, { taxNumber: required }],
    [
      'a wrong check digit',
      { ...COMPANY, taxNumber: '91310115MA1K4LTX2B' },
      { taxNumber: 'acctInfo.problem.creditCode' },
    ],
    [
      'a special one for a person',
      { ...PERSON, kind: 'special' },
      { kind: 'orders.problem.specialForCompanies' },
    ],
    [
      'a special one with nothing of its own',
      { ...COMPANY, kind: 'special' },
      { address: required, phone: required, bank: required, bankAccount: required },
    ],
    [
      'letters in the account',
      { ...SPECIAL, bankAccount: 'A123456789' },
      { bankAccount: 'common.problem.format' },
    ],
    ['a long title', { ...PERSON, title: 'x'.repeat(121) }, { title: 'common.problem.tooLong' }],
  ])('%s', (_, values, problems) => {
    expect(problemsOf(values)).toMatchObject(problems)
    if (Object.keys(problems).length === 0) expect(problemsOf(values)).toEqual({})
  })

  test('details for other types are not stored', () => {
    const read = readInvoice({ ...SPECIAL, kind: 'ordinary', titleKind: 'individual' })
    expect(read.ok && [read.output.taxNumber, read.output.bank, read.output.address]).toEqual(['', '', ''])
  })
})

describe('the request of an invoice', () => {
  test('starts with the account’s details, and keeps the typed values beside each problem', async () => {
    await db
      .updateTable('accounts.team')
      .set({ credit_code: CODE, address: '世纪大道', phone: '021-1' })
      .where('id', '=', cast.lin.viewer.teamId)
      .execute()
    const empty = await (await cast.lin.client.get(page())).text()
    expect(['taxNumber', 'address', 'phone'].map((name) => typedValue(empty, name))).toEqual([
      CODE,
      '世纪大道',
      '021-1',
    ])
    const answer = await ask({ ...COMPANY, taxNumber: '123', title: '莲花' })
    const html = await answer.text()
    expect([answer.status, typedValue(html, 'title'), typedValue(html, 'taxNumber')]).toEqual([
      422,
      '莲花',
      '123',
    ])
    expect(fieldProblem(html, 'taxNumber')).toBeTruthy()
    expect(await rows()).toEqual([])
  })

  test('twice at once creates one; no other can be requested until it is decided', async () => {
    const viewer = (await findViewer(db, cast.lin.viewer.id))!
    const form = readInvoice(COMPANY)
    const both = await Promise.all(
      [1, 2].map(() => form.ok && requestInvoice(db, viewer, bought.id, form.output)),
    )
    expect(both.sort()).toEqual([false, true])
    const again = await ask(PERSON)
    expect([again.status, again.headers.get('location')]).toEqual([303, `${page()}?done=before`])
    const html = await (await cast.lin.client.get(`${page()}?done=before`)).text()
    expect(html).toMatch(/role="status"[^>]*>An invoice had already been requested for this order/)
    expect(html).toMatch(/Is something wrong\?.*href="\/mgmt\/online-service"/s)
    expect((await rows()).map(({ title, state }) => [title, state])).toEqual([[COMPANY.title, 'requested']])
    expect(await (await cast.lin.client.get(page())).text()).not.toContain(`action="${page()}"`)
  })

  test('limits every field, so that pasted text never makes the form too large', async () => {
    const fields = (await (await cast.lin.client.get(page())).text()).match(/<input [^>]*type="text"[^>]*>/g)!
    expect(fields.map((field) => /maxlength="\d+"/i.test(field))).toEqual(fields.map(() => true))
  })

  test('is refused for an unpaid order, a dollar order, and another team’s order', async () => {
    const viewer = (await findViewer(db, cast.lin.viewer.id))!
    const unpaid = await order(db, viewer, 'single_1', { period: 'once' })
    const path = `/mgmt/orders/${unpaid.id}/invoice`
    expect((await cast.lin.client.post(path, PERSON)).status).toBe(409)
    const shown = await cast.lin.client.get(path)
    expect([shown.status, (await shown.text()).includes(`action="${path}"`)]).toEqual([200, false])
    await db.updateTable('orders.order').set({ currency: 'USD' }).where('id', '=', bought.id).execute()
    expect((await ask(PERSON)).status).toBe(409)
    expect((await ask(PERSON, cast.hannah.client)).status).toBe(404)
    expect((await ask(PERSON, cast.zhou.client)).status).toBe(404)
    expect((await cast.lin.client.get('/mgmt/orders/%00/invoice')).status).toBe(404)
    expect(await rows()).toEqual([])
  })
})

describe('at the desk', () => {
  beforeEach(() => ask(SPECIAL))

  test('an invoice waits in the queue, is issued with its file, and the requester is notified and can download it', async () => {
    const { id } = await onlyRow()
    const queue = await (await cast.ruo.client.get('/desk/invoices')).text()
    expect(queue).toContain(`/desk/invoices/${id}`)
    expect((await issue(cast.ruo.client, id, '2631 0000 0000 0000 0001')).status).toBe(303)
    expect(await (await cast.ruo.client.get('/desk/invoices')).text()).not.toContain(id)
    expect((await onlyRow()).number).toBe('26310000000000000001')
    const file = await cast.lin.client.get(`${page()}.pdf`)
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.7 an invoice',
    ])
    for (const to of [SPECIAL.email, cast.lin.viewer.email!])
      expect((await mailsTo(db, to))[0]!.subject).toContain(bought.number)
    const news = await db
      .selectFrom('messaging.message')
      .select('path')
      .where('kind', '=', 'invoiceIssued')
      .where('account_id', '=', cast.lin.viewer.id)
      .execute()
    expect(news).toEqual([{ path: page() }])
    expect((await cast.hannah.client.get(`${page()}.pdf`)).status).toBe(404)
  })

  test.each([
    ['a number of nine digits', '123456789', PDF, 'number'],
    ['no number', '', PDF, 'number'],
    ['no file', '26310000000000000001', null, 'pdf'],
    ['no PDF', '26310000000000000001', new TextEncoder().encode('<html>'), 'pdf'],
    ['too large a file', '26310000000000000001', new Uint8Array(5 * 1024 * 1024 + 1), 'pdf'],
  ])('%s is reported at its field, and the number stays', async (_, number, bytes, field) => {
    const { id } = await onlyRow()
    const answer = await issue(cast.ruo.client, id, number, bytes)
    const html = await answer.text()
    expect([answer.status, typedValue(html, 'number')]).toEqual([422, number])
    expect(fieldProblem(html, field)).toBeTruthy()
    expect((await onlyRow()).state).toBe('requested')
  })

  test('two concurrent issues create one; a number of another invoice is rejected at its field', async () => {
    const { id } = await onlyRow()
    const both = await Promise.all(
      ['1', '2'].map((n) => issue(cast.ruo.client, id, `2631000000000000000${n}`)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
    const { number } = await onlyRow()
    const second = await buy(db, (await findViewer(db, cast.lin.viewer.id))!, 'single_esign', {
      period: 'once',
    })
    await cast.lin.client.post(`/mgmt/orders/${second.id}/invoice`, PERSON)
    const other = await db
      .selectFrom('orders.invoice')
      .select('id')
      .where('order_id', '=', second.id)
      .executeTakeFirstOrThrow()
    const html = await (await issue(cast.ruo.client, other.id, number!)).text()
    expect(fieldProblem(html, 'number')).toBe('An invoice with this number already exists')
  })

  test('a refused invoice can be requested again with the reason shown; a reversed one loses its file', async () => {
    const first = await onlyRow()
    const empty = await cast.ruo.client.post(`/desk/invoices/${first.id}/refusal`, { refusalReason: ' ' })
    expect([empty.status, fieldProblem(await empty.text(), 'refusalReason')]).toEqual([
      422,
      'This field is required',
    ])
    await refuseInvoice(db, cast.ruo.viewer, first.id, '抬头与税号不符')
    const html = await (await cast.lin.client.get(page())).text()
    expect(html).toContain('抬头与税号不符')
    expect([typedValue(html, 'title'), typedValue(html, 'taxNumber')]).toEqual([
      first.title,
      first.tax_number,
    ])
    await expect(refuseInvoice(db, cast.ruo.viewer, first.id, 'x')).rejects.toMatchObject({
      code: 'INVOICE_STATUS_WRONG',
    })
    await ask(COMPANY)
    const { id } = await onlyRow()
    await expect(
      reverseInvoice(db, cast.ruo.viewer, id, { number: '87654321', files: {}, reason: 'x' }),
    ).rejects.toMatchObject({
      code: 'INVOICE_STATUS_WRONG',
    })
    await issue(cast.ruo.client, id, '12345678')
    const reversed = await reverse(id, '重复')
    expect(reversed.status).toBe(303)
    expect((await cast.lin.client.get(`${page()}.pdf`)).status).toBe(404)
    const actions = await db
      .selectFrom('orders.invoice_action')
      .select(['action', 'words'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action, words }) => [action, words])).toEqual([
      ['request', ''],
      ['issue', '12345678'],
      ['reverse', '重复'],
    ])
  })

  test('after a decision elsewhere the form returns the typed values with the reason, without old confirmations', async () => {
    const { id } = await onlyRow()
    const { client } = cast.ruo
    const at = `/desk/invoices/${id}`
    const praised = async (done: string) =>
      (await (await client.get(`${at}?done=${done}`)).text()).includes('the customer is notified')
    await issue(client, id, '12345678')
    expect([await praised('issue'), await praised('reverse')]).toEqual([true, false])
    const refused = await client.post(`${at}/refusal`, { refusalReason: '抬头有误' })
    const html = await refused.text()
    expect([refused.status, html.includes('>抬头有误</textarea>')]).toEqual([422, true])
    expect(fieldProblem(html, 'refusalReason')).toMatch(/already been decided or changed/)
    expect((await reverse(id, '重复')).status).toBe(303)
    const reversed = await reverse(id, '再红冲', '87654300')
    const second = await reversed.text()
    expect([reversed.status, second.includes('>再红冲</textarea>')]).toEqual([422, true])
    expect(fieldProblem(second, 'redLetter')).toMatch(/already been decided or changed/)
    const late = await issue(client, id, '87654321')
    const third = await late.text()
    expect([late.status, typedValue(third, 'number')]).toEqual([422, '87654321'])
    expect(fieldProblem(third, 'number')).toMatch(/already been decided or changed/)
    expect([await praised('issue'), await praised('reverse')]).toEqual([false, true])
    expect((await onlyRow()).reason).toBe('重复')
  })

  test('the page is not available to customers', async () => {
    const { id } = await onlyRow()
    for (const path of ['/desk/invoices', `/desk/invoices/${id}`, `/desk/invoices/${id}/file.pdf`])
      expect([path, (await cast.lin.client.get(path)).status]).toEqual([path, 404])
    expect((await issue(cast.lin.client, id, '12345678')).status).toBe(404)
    expect((await cast.ruo.client.get('/desk/invoices/%00')).status).toBe(404)
  })
})
