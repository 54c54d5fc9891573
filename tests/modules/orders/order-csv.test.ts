import { describe, expect, test } from 'vitest'
import { order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { countRequests } from '#tests/support/limits.ts'

const { context, lin } = setUpBuyers()

const PATH = '/mgmt/order-record/orders.csv'
const linesOf = async (answer: Response) => (await answer.text()).trim().split('\r\n')

test('the orders are a file with one line each, in the reader’s language, and only the reader’s own', async () => {
  const paid = await order(context.db, await lin(), 'basic')
  await pay(context.db, await lin(), paid)
  await order(context.db, await lin(), 'single_1')
  const answer = await context.cast.lin.client.get(PATH)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const lines = await linesOf(answer)
  expect(lines[0]).toContain('Order number')
  expect(lines.length).toBe(3)
  expect(lines[2]).toMatch(/Basic.*,CNY,.*Paid,\d{4}/)
  expect((await linesOf(await context.cast.hannah.client.get(PATH))).length).toBe(1)
  expect((await linesOf(await context.cast.zhou.client.get(PATH))).length).toBe(1)
  const page = await (await context.cast.lin.client.get('/mgmt/order-record')).text()
  expect(page).toContain(`href="${PATH}"`)
})

describe('files', () => {
  countRequests(() => context.db)

  test.each([PATH, '/mgmt/my-docs/documents.csv', '/mgmt/contacts/contacts.csv'])(
    'can be downloaded only a limited number of times: %s',
    async (path) => {
      const statuses: number[] = []
      for (let n = 0; n < 61; n++) statuses.push((await context.cast.hannah.client.get(path)).status)
      expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    },
  )
})
