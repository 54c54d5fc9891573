import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbox, type OutboxMessage, type OutboxStore, type SendResult } from '#islands/chat/outbox.ts'
import { sendResultOf } from '#islands/chat/transport.ts'
import {
  draftStore,
  initialText,
  isLostByLeaving,
  unsentMessageStore,
} from '#islands/chat/unsent-messages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server with scripted responses, which stores a message once per key. */
const server = (...answers: (SendResult | 'stored unheard')[]) => serverOf(answers)

function serverOf(answers: (SendResult | 'stored unheard')[], store?: OutboxStore) {
  const storedMessages: string[] = []
  const tries: string[] = []
  const faults: string[] = []
  let list: OutboxMessage[] = []
  const outbox = createOutbox(
    async ({ key }) => {
      tries.push(key)
      const answer = answers.shift() ?? 'stored'
      if (answer.toString().startsWith('stored') && !storedMessages.includes(key)) storedMessages.push(key)
      return answer === 'stored unheard' ? 'lost' : answer
    },
    (now) => {
      list = now
    },
    { store, retryDelay: 1000, onFault: (fault) => faults.push(fault) },
  )
  const add = (key: string) => outbox.add({ key, words: key, file: null })
  const states = () => list.map(({ key, state }) => `${key} ${state}`)
  return { outbox, stored: storedMessages, tries, faults, add, states, list: () => list }
}

describe('a sent message', () => {
  test('is sent after the previous one, and leaves the outbox once the page shows it', async () => {
    const { outbox, stored, add, states } = server()
    await Promise.all(['a', 'b', 'c'].map(add))
    await vi.runAllTimersAsync()
    expect([stored, states()]).toEqual([
      ['a', 'b', 'c'],
      ['a sent', 'b sent', 'c sent'],
    ])
    outbox.arrived(new Set(['a', 'c']))
    expect(states()).toEqual(['b sent'])
  })

  test('waits while the connection is lost, and is sent in order and once when it is back', async () => {
    const { stored, tries, add, states } = server('lost', 'stored unheard')
    for (const key of ['a', 'b']) await add(key)
    expect(states()).toEqual(['a waiting', 'b waiting'])
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect([stored, tries.filter((key) => key === 'a').length]).toEqual([['a', 'b'], 3])
    expect(states()).toEqual(['a sent', 'b sent'])
  })

  test('is sent immediately when the browser reports that it is online again', async () => {
    const { outbox, stored, add } = server('lost')
    await add('a')
    await outbox.retry()
    expect(stored).toEqual(['a'])
  })

  test('is tried again after a fault, which is reported once', async () => {
    const fault = { fault: 'REQUEST_TIMEOUT' } as const
    const { stored, faults, add, states, list } = server(fault, fault)
    await add('a')
    await vi.advanceTimersByTimeAsync(1000)
    expect([states(), list()[0]?.fault, faults]).toEqual([['a waiting'], fault.fault, [fault.fault]])
    await vi.advanceTimersByTimeAsync(1000)
    expect([stored, states(), list()[0]?.fault]).toEqual([['a'], ['a sent'], undefined])
  })

  test.each(['ACCESS_CHECK', 'ACCOUNT_DISABLE'] as const)(
    'waits for the next login after %s',
    async (fault) => {
      const { stored, faults, add, states } = server({ fault })
      await add('a')
      await vi.advanceTimersByTimeAsync(60_000)
      expect([stored, faults, states()]).toEqual([[], [fault], ['a waiting']])
    },
  )

  test('that is refused stays, with the reason, and the following ones are sent', async () => {
    const { outbox, stored, add, states } = server({ refusal: 'Too long' })
    for (const key of ['a', 'b']) await add(key)
    expect([stored, states()]).toEqual([['b'], ['a refused', 'b sent']])
    outbox.drop('a')
    expect(states()).toEqual(['b sent'])
  })
})

test.each<[number, string, SendResult]>([
  [201, '', 'stored'],
  [0, '', 'lost'],
  [502, '<html>', { fault: 'OTHER' }],
  [503, '{"errorMsg":"away"}', { fault: 'UNAVAILABLE' }],
  [408, '', { fault: 'REQUEST_TIMEOUT' }],
  [401, '{"errorCode":"INVALID","errorMsg":"Login"}', { fault: 'ACCESS_CHECK' }],
  [403, '{"errorCode":"ACCOUNT_DISABLE","errorMsg":"off"}', { fault: 'ACCOUNT_DISABLE' }],
  [422, '{"errorMsg":"Too long"}', { refusal: 'Too long' }],
  [413, 'no JSON', { refusal: '413' }],
])('an answer %i %s means %j', (status, text, outcome) => {
  expect(sendResultOf(status, text)).toEqual(outcome)
})

describe('a message that has not arrived when the page is left', () => {
  let stored: Map<string, string>

  beforeEach(() => {
    stored = new Map()
    const store = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    }
    const ownKeys = () => [...stored.keys()]
    const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })
    vi.stubGlobal('sessionStorage', new Proxy(store, { ownKeys, getOwnPropertyDescriptor }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('is sent from the next page, in order and with the same key; one that arrived without a response is not repeated', async () => {
    const firstPage = serverOf(['stored unheard', 'lost', 'lost'], unsentMessageStore('hannah', '/chat'))
    for (const key of ['a', 'b']) await firstPage.add(key)
    const nextPage = serverOf([], unsentMessageStore('hannah', '/chat'))
    await nextPage.outbox.start(new Set(firstPage.stored))
    expect([firstPage.stored, nextPage.tries, nextPage.states()]).toEqual([['a'], ['b'], ['b sent']])
    expect(stored.size).toBe(0)
  })

  test('belongs to this account and conversation, and is deleted when another account logs in', async () => {
    const add = (account: string, conversation: string) =>
      serverOf(['lost'], unsentMessageStore(account, conversation)).add(`for ${conversation}`)
    await add('ruo', '/one')
    await add('ruo', '/two')
    expect(
      unsentMessageStore('ruo', '/one')
        .read()
        .map(({ key }) => key),
    ).toEqual(['for /one'])
    expect(unsentMessageStore('hannah', '/one').read()).toEqual([])
    expect(stored.size).toBe(0)
  })

  test('unsent text belongs to this account and conversation too, and is deleted when empty', () => {
    draftStore('ruo', '/one').write('Half a')
    expect([draftStore('ruo', '/one').read(), draftStore('ruo', '/two').read()]).toEqual(['Half a', ''])
    unsentMessageStore('hannah', '/one')
    expect(stored.size).toBe(0)
    draftStore('ruo', '/one').write('Half a')
    draftStore('ruo', '/one').write('')
    expect(stored.size).toBe(0)
  })

  test.each([
    ['', 'Half a', 'Half a'],
    ['Half a', '', 'Half a'],
    ['Half a', 'Half a', 'Half a'],
    ['Half a', 'A ready answer', 'Half a\nA ready answer'],
    ['Half a\nA ready answer', 'A ready answer', 'Half a\nA ready answer'],
  ])('and the stored text %j with %j in the field: the next page begins with %j', (before, field, begun) => {
    expect(initialText(before, field)).toBe(begun)
  })

  test('and was refused is still there to be changed; broken storage counts as none', async () => {
    await serverOf([{ refusal: 'Too long' }], unsentMessageStore('hannah', '/chat')).add('a')
    const nextPage = serverOf([], unsentMessageStore('hannah', '/chat'))
    await nextPage.outbox.start(new Set())
    expect([nextPage.tries, nextPage.states()]).toEqual([[], ['a refused']])
    stored.set('outbox hannah /chat', '{')
    expect(unsentMessageStore('hannah', '/chat').read()).toEqual([])
  })

  test('with a file is not stored: the browser asks before the page is left', async () => {
    const { outbox } = serverOf(['lost'], unsentMessageStore('hannah', '/chat'))
    await outbox.add({ key: 'a', words: 'a', file: new File(['x'], 'x.pdf') })
    expect([stored.size, outbox.list().some(isLostByLeaving)]).toEqual([0, true])
  })
})
