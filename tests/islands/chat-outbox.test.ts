import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbox, type Outcome, type Sending } from '#islands/chat/outbox.ts'
import { outcomeOf } from '#islands/chat/transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that answers as it is told, and keeps each key once. */
function server(...answers: (Outcome | 'kept unheard')[]) {
  const kept: string[] = []
  const tries: string[] = []
  let list: Sending[] = []
  const outbox = createOutbox(
    async ({ key }) => {
      tries.push(key)
      const answer = answers.shift() ?? 'kept'
      if (answer.toString().startsWith('kept') && !kept.includes(key)) kept.push(key)
      return answer === 'kept unheard' ? 'lost' : answer
    },
    (now) => {
      list = now
    },
    1000,
  )
  const add = (key: string) => outbox.add({ key, words: key, file: null })
  const states = () => list.map(({ key, state }) => `${key} ${state}`)
  return { outbox, kept, tries, add, states }
}

describe('what is sent', () => {
  test('goes out one after the other, and leaves once the page shows it', async () => {
    const { outbox, kept, add, states } = server()
    await Promise.all(['a', 'b', 'c'].map(add))
    await vi.runAllTimersAsync()
    expect([kept, states()]).toEqual([
      ['a', 'b', 'c'],
      ['a sent', 'b sent', 'c sent'],
    ])
    outbox.arrived(new Set(['a', 'c']))
    expect(states()).toEqual(['b sent'])
  })

  test('waits while the connection is lost and goes out in order when it is back, each once', async () => {
    const { kept, tries, add, states } = server('lost', 'kept unheard')
    for (const key of ['a', 'b']) await add(key)
    expect(states()).toEqual(['a waiting', 'b waiting'])
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect([kept, tries.filter((key) => key === 'a').length]).toEqual([['a', 'b'], 3])
    expect(states()).toEqual(['a sent', 'b sent'])
  })

  test('does not wait for its time when the browser says that it is connected again', async () => {
    const { outbox, kept, add } = server('lost')
    await add('a')
    await outbox.retry()
    expect(kept).toEqual(['a'])
  })

  test('and is refused stays, with the words, and what comes after it goes out', async () => {
    const { outbox, kept, add, states } = server({ refusal: 'Too long' })
    for (const key of ['a', 'b']) await add(key)
    expect([kept, states()]).toEqual([['b'], ['a refused', 'b sent']])
    outbox.drop('a')
    expect(states()).toEqual(['b sent'])
  })
})

test.each<[number, string, Outcome]>([
  [201, '', 'kept'],
  [0, '', 'lost'],
  [502, '<html>', 'lost'],
  [503, '{"errorMsg":"away"}', 'lost'],
  [408, '', 'lost'],
  [422, '{"errorMsg":"Too long"}', { refusal: 'Too long' }],
  [413, 'no JSON', { refusal: '413' }],
])('an answer %i %s means %j', (status, text, outcome) => {
  expect(outcomeOf(status, text)).toEqual(outcome)
})
