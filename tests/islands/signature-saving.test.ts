import { afterEach, expect, test, vi } from 'vitest'
import { keepUnsaved, type SaveState, startSaving } from '#islands/signature-table/saving.ts'
import { stubPage } from '#tests/support/bare-page.ts'

const setting = { signatories: [], options: { days: 30, remindEvery: 3, message: '请于本周签署' } } as never

function openPage() {
  const page = new EventTarget()
  const network = { isUp: true, bodies: [] as string[] }
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (!network.isUp) throw new TypeError('Failed to fetch')
    network.bodies.push(String(body))
    return Response.json({ success: true })
  })
  stubPage()
  const states: SaveState[] = []
  const saver = startSaving('/mgmt/1/signatories', (state) => states.push(state))
  const stop = keepUnsaved(saver)
  const leaves = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { page, network, states, saver, stop, leaves }
}

afterEach(() => void vi.unstubAllGlobals())

test('a failed save is repeated once the network is back', async () => {
  const { page, network, states, saver } = openPage()
  network.isUp = false
  expect(await saver.save(setting)).toBe(false)
  expect(states.at(-1)).toBe('notSaved')
  network.isUp = true
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(states.at(-1)).toBe('saved'))
  expect(network.bodies).toEqual([expect.stringContaining('请于本周签署')])
})

test('the preview waits for a running save, and is not requested after a failed one', async () => {
  const { network, saver } = openPage()
  void saver.save(setting)
  expect(await saver.settled()).toBe(true)
  network.isUp = false
  expect(await saver.save(setting)).toBe(false)
  network.isUp = true
  expect(await saver.settled()).toBe(false)
  expect(network.bodies).toHaveLength(1)
})

test('the browser asks before leaving the page only if something is unsaved', async () => {
  const { network, saver, stop, leaves } = openPage()
  expect(leaves(), 'nothing to lose yet').toBe(true)
  network.isUp = false
  await saver.save(setting)
  expect(leaves()).toBe(false)
  network.isUp = true
  await saver.flush()
  expect(leaves()).toBe(true)
  stop()
  network.isUp = false
  await saver.save(setting)
  expect(leaves(), 'the table is gone').toBe(true)
})

test('nothing that is already saved is sent again once the network is back', async () => {
  const { page, network, saver } = openPage()
  await saver.save(setting)
  page.dispatchEvent(new Event('online'))
  await saver.flush()
  expect(network.bodies).toHaveLength(1)
})
