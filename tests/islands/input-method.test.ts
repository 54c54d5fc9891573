import { expect, test } from 'vitest'
import { fillField } from '#assembly/edit.ts'
import { edit, SAVE_DELAY_MS, setComposing } from '#islands/editor/state/autosave.ts'
import { isComposing } from '#views/language/composing.ts'
import { fakeServer, nda, ndaAnswers, openTab } from './editor-support.ts'

test('a key press of an input method is recognised by its flag, and in Safari by its key code', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})

test('text in composition is not saved before it is committed', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  const type = (text: string) => edit(saving, fillField(saving.current, nda, 'project', text))
  setComposing(saving, true)
  type("gao'ji")
  await timers.pass(10 * SAVE_DELAY_MS)
  expect(server.saves).toBe(0)
  type('高级')
  setComposing(saving, false)
  await timers.pass(SAVE_DELAY_MS)
  expect([server.saves, server.answers.fields.project]).toEqual([1, '高级'])
})

test('a composition that changes nothing saves nothing', async () => {
  const server = fakeServer(ndaAnswers())
  const { saving, timers } = openTab(server)
  setComposing(saving, true)
  setComposing(saving, false)
  await timers.pass(10 * SAVE_DELAY_MS)
  expect([server.saves, saving.state.status]).toEqual([0, 'saved'])
})
