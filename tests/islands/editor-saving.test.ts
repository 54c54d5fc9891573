import { expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { fillField } from '#assembly/edit.ts'
import {
  adoptUnsaved,
  edit,
  isDirty,
  retryNow,
  SAVE_DELAY_MS,
  saveImmediately,
} from '#islands/editor/state/autosave.ts'
import { flushAs, resolveConflict } from '#islands/editor/state/resolve-conflict.ts'
import { fakeServer, memoryStorage, nda, ndaAnswers, openTab, replies } from './editor-support.ts'

const fillTerm = (answers: Answers, id: string, text: string) => fillField(answers, nda, id, text)
const longDelay = 10 * 60_000

test('a change is sent once, after a short pause', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  edit(saving, fillTerm(saving.current, 'project', '联合'))
  await timers.pass(SAVE_DELAY_MS - 100)
  edit(saving, fillTerm(saving.current, 'project', '联合销售'))
  await timers.pass(SAVE_DELAY_MS - 100)
  expect(server.saves).toBe(0)
  await timers.pass(100)
  expect(server.saves).toBe(1)
  expect(server.answers.fields.project).toBe('联合销售')
  expect(saving.state).toMatchObject({ status: 'saved', version: 2 })
})

test('text typed during a save is saved next, not lost', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  edit(saving, fillTerm(saving.current, 'project', 'one'))
  const savePromise = saveImmediately(saving)
  edit(saving, fillTerm(saving.current, 'project', 'two'))
  expect(await savePromise).toBe(true)
  await timers.pass(SAVE_DELAY_MS)
  expect(server.answers.fields.project).toBe('two')
  expect(server.saves).toBe(2)
})

test('a replacement everywhere is reported with the save that contains it, until one has arrived', async () => {
  const server = fakeServer(ndaAnswers())
  const reports: unknown[] = []
  const send = server.fetch
  server.fetch = (path, init) => {
    const { answers, cause } = JSON.parse(String(init?.body))
    reports.push([answers.fields.project, cause])
    return send(path, init)
  }
  const { saving, timers } = openTab(server)
  edit(saving, fillTerm(saving.current, 'project', 'before'))
  void saveImmediately(saving)
  edit(saving, fillTerm(saving.current, 'project', 'replaced'))
  flushAs(saving, 'replace')
  await timers.pass(SAVE_DELAY_MS)
  server.weather = 'offline'
  edit(saving, fillTerm(saving.current, 'project', 'again'))
  flushAs(saving, 'replace')
  await timers.pass(SAVE_DELAY_MS)
  server.weather = 'fine'
  retryNow(saving)
  await timers.pass(SAVE_DELAY_MS)
  edit(saving, fillTerm(saving.current, 'project', 'typed'))
  await timers.pass(SAVE_DELAY_MS)
  expect(reports).toEqual([
    ['before', undefined],
    ['replaced', 'replace'],
    ['again', 'replace'],
    ['again', 'replace'],
    ['typed', undefined],
  ])
})

test('offline the text is stored in the browser, and sent when online again', async () => {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const { saving, timers } = openTab(server, storage)
  server.weather = 'offline'
  edit(saving, fillTerm(saving.current, 'project', 'kept'))
  await timers.pass(SAVE_DELAY_MS)
  expect(saving.state.status).toBe('offline')
  expect(storage.size()).toBe(1)
  server.weather = 'fine'
  retryNow(saving)
  await timers.pass(0)
  expect(server.answers.fields.project).toBe('kept')
  expect(saving.state.status).toBe('saved')
  expect(storage.size()).toBe(0)
})

test.each([
  ['busy', 'UNAVAILABLE'],
  ['broken', 'OTHER'],
  ['timed out', 'REQUEST_TIMEOUT'],
] as const)(
  'a server that is %s is named as such, and the text stays in the browser',
  async (weather, fault) => {
    const server = fakeServer(ndaAnswers())
    const storage = memoryStorage()
    const { saving, timers } = openTab(server, storage)
    server.weather = weather
    edit(saving, fillTerm(saving.current, 'project', 'kept'))
    await timers.pass(SAVE_DELAY_MS)
    expect([saving.state.status, saving.state.fault, storage.size()]).toEqual(['offline', fault, 1])
    server.weather = 'offline'
    await timers.pass(longDelay)
    expect([saving.state.status, saving.state.fault]).toEqual(['offline', undefined])
    server.weather = 'fine'
    await timers.pass(longDelay)
    expect([saving.state.status, saving.state.fault, storage.size()]).toEqual(['saved', undefined, 0])
  },
)

test('a disabled account is reported to the page, and the text stays in the browser', async () => {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const { saving, timers } = openTab(server, storage)
  server.weather = 'disabled'
  edit(saving, fillTerm(saving.current, 'project', 'kept'))
  await timers.pass(SAVE_DELAY_MS)
  expect([saving.state.status, storage.size(), server.faults]).toEqual(['refused', 1, ['ACCOUNT_DISABLE']])
})

test('retries wait longer each time, and at most a minute', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  server.weather = 'busy'
  edit(saving, fillTerm(saving.current, 'project', 'text'))
  const tries: number[] = []
  for (let seconds = 0; seconds < 300; seconds++) {
    const failuresBefore = saving.failures
    await timers.pass(1000)
    if (saving.failures > failuresBefore) tries.push(seconds)
  }
  const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
  expect(gaps.slice(0, 5)).toEqual([2, 4, 8, 16, 32])
  expect(Math.max(...gaps)).toBe(60)
})

test('after a crash the next visit restores unsent changes', async () => {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const crashed = openTab(server, storage, 'crashed')
  edit(crashed.saving, fillTerm(crashed.saving.current, 'project', 'typed before the crash'))
  const nextTab = openTab(server, storage, 'next')
  expect(adoptUnsaved(nextTab.saving)).toBe(true)
  expect(nextTab.saving.current.fields.project).toBe('typed before the crash')
  await nextTab.timers.pass(SAVE_DELAY_MS)
  expect(server.answers.fields.project).toBe('typed before the crash')
  expect(storage.size()).toBe(0)
})

test('a restored text that someone else has overwritten is a conflict', async () => {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const crashed = openTab(server, storage, 'crashed')
  edit(crashed.saving, fillTerm(crashed.saving.current, 'project', 'mine'))
  const otherTab = openTab(server)
  edit(otherTab.saving, fillTerm(otherTab.saving.current, 'project', 'theirs'))
  await saveImmediately(otherTab.saving)
  const nextTab = openTab(server, storage, 'next')
  expect(adoptUnsaved(nextTab.saving)).toBe(true)
  expect(nextTab.offered).toMatchObject([{ path: 'field.project', mine: 'mine', theirs: 'theirs' }])
  resolveConflict(nextTab.saving, {})
  await nextTab.timers.pass(SAVE_DELAY_MS)
  expect(server.answers.fields.project).toBe('mine')
  expect(storage.size()).toBe(0)
})

test('changes in different places are merged without a question', async () => {
  const server = fakeServer(ndaAnswers())
  const one = openTab(server)
  const otherTab = openTab(server)
  edit(one.saving, fillTerm(one.saving.current, 'project', 'one'))
  await saveImmediately(one.saving)
  edit(
    otherTab.saving,
    fillField(otherTab.saving.current, nda, 'breach-amount', { amount: 500, currency: 'CNY' }),
  )
  expect(await saveImmediately(otherTab.saving)).toBe(true)
  expect(otherTab.offered).toEqual([])
  expect(server.answers.fields).toMatchObject({ project: 'one', 'breach-amount': { amount: 500 } })
})

test('changes of the same field are a conflict, and either choice is saved on top of theirs', async () => {
  for (const [choice, expected] of [
    ['mine', 'other'],
    ['theirs', 'one'],
  ] as const) {
    const server = fakeServer(ndaAnswers())
    const one = openTab(server)
    const otherTab = openTab(server)
    edit(one.saving, fillTerm(one.saving.current, 'project', 'one'))
    await saveImmediately(one.saving)
    edit(otherTab.saving, fillTerm(otherTab.saving.current, 'project', 'other'))
    expect(await saveImmediately(otherTab.saving)).toBe(false)
    expect(otherTab.saving.state.status).toBe('conflict')
    await otherTab.timers.pass(longDelay)
    expect(server.answers.fields.project).toBe('one')
    resolveConflict(otherTab.saving, { 'field.project': choice })
    await otherTab.timers.pass(SAVE_DELAY_MS)
    expect(server.answers.fields.project).toBe(expected)
    expect(isDirty(otherTab.saving)).toBe(false)
  }
})

test('a save that arrived although its response was lost causes no conflict', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers, offered } = openTab(server)
  server.weather = 'reply lost'
  edit(saving, fillTerm(saving.current, 'project', 'first'))
  await saveImmediately(saving)
  expect(server.answers.fields.project).toBe('first')
  edit(saving, fillTerm(saving.current, 'project', 'second'))
  server.weather = 'fine'
  await timers.pass(longDelay)
  await timers.pass(longDelay)
  expect(offered).toEqual([])
  expect(server.answers.fields.project).toBe('second')
})

test('after the session has ended the text stays in the browser and is not sent repeatedly', async () => {
  const server = fakeServer(ndaAnswers())
  const storage = memoryStorage()
  const { saving, timers } = openTab(server, storage)
  server.weather = 'signed out'
  edit(saving, fillTerm(saving.current, 'project', 'text'))
  await timers.pass(SAVE_DELAY_MS)
  expect([saving.state.status, server.faults]).toEqual(['signedOut', ['ACCESS_CHECK']])
  server.weather = 'fine'
  await timers.pass(longDelay)
  expect(server.saves).toBe(0)
  expect(storage.size()).toBe(1)
  retryNow(saving)
  await timers.pass(0)
  expect(saving.state.status).toBe('saved')
})

test('a rejection by the server is shown in its words, and the next change tries again', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  server.weather = 'refused'
  edit(saving, fillTerm(saving.current, 'project', 'text'))
  expect(await saveImmediately(saving)).toBe(false)
  expect(saving.state).toMatchObject({ status: 'refused', message: 'Format is incorrect' })
  server.weather = 'fine'
  edit(saving, fillTerm(saving.current, 'project', 'better text'))
  await timers.pass(SAVE_DELAY_MS)
  await replies()
  expect(server.answers.fields.project).toBe('better text')
})
