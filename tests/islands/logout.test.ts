import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeUnsaved, unsavedKey } from '#islands/editor/state/unsaved-answers.ts'
import { clearOnLogout } from '#views/scripts/logout-script.ts'
import { OUTBOX } from '#views/scripts/words/stored-keys.ts'
import { memoryStorage, ndaAnswers } from './editor-support.ts'

class Form {
  readonly action: string
  readonly lost: boolean
  constructor(action: string, isSessionLost = false) {
    this.action = action
    this.lost = isSessionLost
  }
  closest = () => (this.lost ? this : null)
}

let page: EventTarget
let [tab, browser] = [memoryStorage(), memoryStorage()]

beforeEach(() => {
  page = new EventTarget()
  tab = memoryStorage()
  browser = memoryStorage()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', browser)
  clearOnLogout()
  store('one')
  store('two')
  tab.setItem(`${OUTBOX}lin 1`, 'unsent')
  browser.setItem('qishu.editor.mode', 'fill')
})
afterEach(() => vi.unstubAllGlobals())

function store(document: string) {
  const answers = ndaAnswers()
  storeUnsaved(browser, unsavedKey(document, 'tab'), { version: 1, base: answers, answers, unanswered: [] })
}

const submit = (form: Form) => {
  const event = new Event('submit')
  Object.defineProperty(event, 'target', { value: form })
  page.dispatchEvent(event)
}
const keysIn = (store: typeof tab, prefix: string) =>
  Array.from({ length: store.length }, (_, n) => store.key(n)).filter((key) => key?.startsWith(prefix)).length

test('text of documents that the server has not stored is deleted at logout, also what an editor stores while it is left', () => {
  submit(new Form('http://localhost/logout'))
  expect(keysIn(tab, OUTBOX)).toBe(0)
  store('three')
  page.dispatchEvent(new Event('pagehide'))
  expect([keysIn(browser, 'qishu.document.'), browser.getItem('qishu.editor.mode')]).toEqual([0, 'fill'])
})

test('text stays after any other form, after a lost session, and if the person stays and types on', () => {
  submit(new Form('http://localhost/mgmt/home'))
  page.dispatchEvent(new Event('pagehide'))
  expect([keysIn(browser, 'qishu.document.'), keysIn(tab, OUTBOX)]).toEqual([2, 1])
  submit(new Form('http://localhost/logout', true))
  page.dispatchEvent(new Event('pagehide'))
  expect([keysIn(browser, 'qishu.document.'), keysIn(tab, OUTBOX)]).toEqual([2, 1])
  expect(browser.getItem('logged-out'), 'the other tabs keep theirs').toBeNull()
  submit(new Form('http://localhost/logout'))
  page.dispatchEvent(new Event('input'))
  page.dispatchEvent(new Event('pagehide'))
  expect(keysIn(browser, 'qishu.document.')).toBe(2)
})
