import { expect, test } from 'vitest'
import { printDocument } from '#modules/printing/typeset/pdf-worker.ts'
import { asCustomer, fairQueue, limitFairly } from '#src/jobs/fair-queue.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const left = () => {}

function queueOf(maxWaitingPerCustomer = 1000) {
  const queue = fairQueue<string>({ maxWaitingPerCustomer })
  const join = (key: string, item: string) => asCustomer({ key }, () => queue.join(item, { onRefused: left }))
  const rest = () => {
    const takenJobs: string[] = []
    for (let item = queue.take(); item; item = queue.take()) takenJobs.push(item)
    return takenJobs
  }
  return { queue, join, rest }
}

test('a hundred jobs of one customer do not delay another’s, which keep their order', () => {
  const { join, rest } = queueOf()
  for (let n = 0; n < 100; n++) join('a', `a${n}`)
  for (const item of ['b0', 'b1']) join('b', item)
  join('c', 'c0')
  expect(rest().slice(0, 7)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3'])
})

test('a customer’s thirty-first waiting job is rejected with a retry error, our own jobs never are', () => {
  const { queue, join } = queueOf(30)
  for (let n = 0; n < 30; n++) join('a', `a${n}`)
  expect(() => join('a', 'one more')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  join('b', 'b0')
  for (let n = 0; n < 40; n++) queue.join(`ours ${n}`, { onRefused: left })
})

test('a full queue drops the newest job of the customer with the most jobs, and rejects new jobs of a customer with as many', () => {
  const queue = fairQueue<string>({ maxWaitingPerCustomer: 10, maxWaiting: 4 })
  const refusedJobs: string[] = []
  const join = (key: string, item: string) =>
    asCustomer({ key }, () =>
      queue.join(item, { onRefused: ({ code }) => refusedJobs.push(`${item} ${code}`) }),
    )
  for (let n = 0; n < 4; n++) join('a', `a${n}`)
  expect(() => join('a', 'a4')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  for (const key of ['b', 'c']) join(key, key)
  expect(refusedJobs).toEqual(['a3 TOO_MANY_REQUESTS', 'a2 TOO_MANY_REQUESTS'])
  join('d', 'd')
  expect(() => join('e', 'e')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  expect(Array.from({ length: 5 }, () => queue.take())).toEqual(['a0', 'b', 'c', 'd', undefined])
})

test('a job whose customer has disconnected is not typeset', async () => {
  const leaving = new AbortController()
  const options = { createdAt: new Date('2026-11-21T02:00:00Z') }
  const firstJob = printDocument(sampleTree({}, 4), options)
  const aborted = asCustomer({ key: 'a', signal: leaving.signal }, () => printDocument(sampleTree(), options))
  leaving.abort()
  await expect(aborted).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await firstJob).pages).toBeGreaterThan(0)
})

test('expensive jobs of one customer yield to the next customer, and only a limited number of them can wait', async () => {
  const waitTurn = limitFairly({ concurrency: 1, maxWaitingPerCustomer: 3 })
  const doneJobs: string[] = []
  const work = (key: string) =>
    asCustomer({ key }, () => waitTurn(async () => void doneJobs.push(key))).catch(({ code }) =>
      doneJobs.push(code),
    )
  await Promise.all([...Array.from({ length: 5 }, () => work('a')), work('b')])
  expect(doneJobs.toSorted()).toEqual(['TOO_MANY_REQUESTS', 'a', 'a', 'a', 'a', 'b'])
  // After the rejected job, the running job and the first waiting job.
  expect(doneJobs.indexOf('b')).toBeLessThan(4)
})
