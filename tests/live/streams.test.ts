import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { closeStreams, deliverLiveEvent, openStream, refreshStreams, streamInto } from '#src/live/streams.ts'
import { eventsIn } from '#tests/support/events.ts'

afterEach(closeStreams)

const chat = (audience: string[], data: Record<string, string> = { message: '1' }) =>
  deliverLiveEvent({ audience, kind: 'chat', data })

/** A listener of `audience`; `seen` is its initial state. */
function open(audience: string[], look: () => Promise<object | null> = async () => ({ seen: true })) {
  return eventsIn(openStream({ audience, query: look })!)
}

test('an event reaches its audience once, by any of its keys, and nobody else', async () => {
  const staff = open(['account:a', 'desk'])
  const otherStream = open(['account:b'])
  for (const one of [staff, otherStream])
    expect(await one.next()).toEqual({ kind: 'todo', data: { seen: true } })
  chat(['desk', 'account:a'], { message: '1' })
  chat(['account:b'], { message: '2' })
  chat(['account:a'], { message: '3' })
  expect([await staff.next(), await staff.next()]).toMatchObject([
    { kind: 'chat', data: { message: '1' } },
    { data: { message: '3' } },
  ])
  expect(await otherStream.next()).toMatchObject({ data: { message: '2' } })
})

test('a refresh sends only what has changed, and the last of several concurrent ones wins', async () => {
  let waits = 0
  let refreshCount = 0
  const reader = open(['account:a'], async () => {
    refreshCount++
    await wait(5)
    return { waits }
  })
  expect(await reader.next()).toMatchObject({ data: { waits: 0 } })
  for (waits = 1; waits < 9; waits++) deliverLiveEvent({ audience: ['account:a'], kind: 'todo', data: {} })
  expect((await reader.next())!.data).toEqual({ waits: 9 })
  chat(['account:a'])
  expect(await reader.next()).toMatchObject({ kind: 'chat' })
  expect(refreshCount).toBeLessThan(5)
})

test('a stream ends when its reader loses access, by the next heartbeat at the latest', async () => {
  let hasAccess = true
  const readState = async () => (hasAccess ? { seen: true } : null)
  const reader = open(['account:a'], readState)
  const beating = eventsIn(openStream({ audience: ['account:b'], query: readState, beat: 20 })!)
  for (const one of [reader, beating]) await one.next()
  await wait(60)
  hasAccess = false
  deliverLiveEvent({ audience: ['account:a'], kind: 'todo', data: {} })
  expect([await reader.next(), await beating.next()]).toEqual([null, null])
})

test('a refresh that fails, as while the database is down, ends nothing', async () => {
  let away = true
  const reader = open(['account:a'], async () => {
    if (away) throw new Error('away')
    return { seen: 'later' }
  })
  await wait(10)
  away = false
  refreshStreams()
  // Browsers receive the event too.
  expect(await reader.next()).toEqual({ kind: 'chat', data: {} })
  expect(await reader.next()).toMatchObject({ data: { seen: 'later' } })
})

test('a reader who left and one who does not read do not delay the others', async () => {
  const closed = open(['desk'])
  await closed.next()
  const idle = openStream({ audience: ['account:idle', 'desk'], query: async () => null as never })
  const deaf = openStream({ audience: ['account:deaf', 'desk'], query: async () => ({}) })!
  const reader = open(['account:a', 'desk'])
  await reader.next()
  await closed.leave()
  await idle!.cancel()
  for (let n = 0; n < 200; n++) {
    chat(['desk'], { message: String(n) })
    expect(await reader.next()).toMatchObject({ data: { message: String(n) } })
  }
  await expect(deaf.getReader().read()).rejects.toThrow('nobody reads')
})

test('an event for many readers is one shared buffer', async () => {
  const readers = ['a', 'b'].map((one) =>
    openStream({ audience: [`account:${one}`, 'desk'], query: async () => ({}) })!.getReader(),
  )
  for (let n = 0; n < 2; n++) for (const reader of readers) await reader.read()
  chat(['desk'])
  const [first, second] = await Promise.all(readers.map(async (reader) => (await reader.read()).value))
  expect(first).toBe(second)
})

test('a person has six streams at most, and can open another when one has ended', async () => {
  const six = Array.from({ length: 6 }, () => open(['account:a']))
  const openAnother = () => openStream({ audience: ['account:a'], query: async () => ({}) })
  expect(openAnother()).toBeNull()
  expect(openStream({ audience: ['account:b'], query: async () => ({}) })).not.toBeNull()
  await six[0]!.leave()
  expect(openAnother()).not.toBeNull()
})

test('the content of an event cannot forge another event', async () => {
  const reader = open(['account:a'])
  await reader.next()
  const data = { message: '1\n\nevent: todo\rdata: {}\r\n\u2028' }
  chat(['account:a'], data)
  expect(await reader.next()).toEqual({ kind: 'chat', data })
})

test('of five thousand, one closed, one broken, one that does not read and one whose refresh fails do not delay the others', async () => {
  const manyStreams = Array.from({ length: 5000 }, (_, n) => {
    const stream = openStream({ audience: [`account:${n}`, 'desk'], query: async () => ({}) })!
    return stream.getReader()
  })
  const [closed, brokenOff] = manyStreams
  // The closed streams come first: the streams after them must still receive the event.
  await closed!.cancel()
  void brokenOff!.cancel(new Error('reset')).catch(() => {})
  openStream({ audience: ['account:failing', 'desk'], query: () => Promise.reject(new Error('away')) })
  const nextText = async (reader: (typeof manyStreams)[number]) =>
    new TextDecoder().decode((await reader.read()).value)
  const living = manyStreams.slice(2)
  for (let n = 0; n < 2; n++) for (const reader of living) await nextText(reader)
  const deaf = openStream({ audience: ['account:deaf', 'desk'], query: async () => ({}) })!
  for (let n = 0; n < 70; n++) {
    chat(['desk'], { message: `no ${n}.` })
    const texts = await Promise.all(living.map(nextText))
    expect(texts.filter((text) => !text.includes(`"no ${n}."`))).toEqual([])
  }
  await expect(deaf.getReader().read()).rejects.toThrow('nobody reads')
})

test('a reader who leaves before their stream begins takes no slot', () => {
  const reader = { audience: ['account:gone'], query: async () => ({}) }
  for (let n = 0; n < 8; n++) {
    const answer = new ServerResponse(new IncomingMessage(new Socket()))
    answer.destroyed = true
    expect(streamInto(reader, answer, new Headers())).toBe(true)
  }
})
