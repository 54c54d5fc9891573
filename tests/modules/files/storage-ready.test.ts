import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '#src/jobs/storage.ts'
import { storageReady } from '#src/jobs/storage-check.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The clock is later than the last check of earlier tests, so that the check runs again. */
let ahead = 0
function later(milliseconds: number) {
  ahead += milliseconds
  const now = performance.timeOrigin
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - now + ahead)
}

test('the store is read once in five seconds, however many requests ask', async () => {
  const answer = vi.spyOn(storage(), 'probe').mockResolvedValue()
  const putSpy = vi.spyOn(storage(), 'put')
  later(60_000)
  expect(await Promise.all([storageReady(), storageReady()])).toEqual([true, true])
  later(4000)
  expect(await storageReady()).toBe(true)
  expect(answer).toHaveBeenCalledTimes(1)
  later(2000)
  await storageReady()
  expect(answer).toHaveBeenCalledTimes(2)
  expect(putSpy).not.toHaveBeenCalled()
})

test('a store that refuses or is silent is not ready until it answers', async () => {
  const answer = vi.spyOn(storage(), 'probe').mockRejectedValueOnce(new Error('away'))
  later(60_000)
  expect(await storageReady()).toBe(false)
  answer.mockImplementationOnce(() => new Promise(() => {}))
  later(6000)
  expect(await storageReady()).toBe(false)
  answer.mockResolvedValueOnce()
  later(6000)
  expect(await storageReady()).toBe(true)
})
