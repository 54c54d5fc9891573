import { useEffect } from 'react'
import { newNonce } from '#islands/client.ts'
import { adoptKept, flush, isDirty, startSaving, tryAgain } from './autosave.ts'
import { type Desk, redo, takeMerged, undo } from './editor-state.ts'
import { goToNext } from './go-to-point.ts'

/** Connects the desk to the browser: network, storage, keys, and leaving the page. */
export function useBrowser(desk: Desk): void {
  useEffect(() => {
    connectSaving(desk)
    const listeners: [EventTarget, string, (event: Event) => void][] = [
      [window, 'online', () => desk.saver && tryAgain(desk.saver)],
      [window, 'blur', () => void saveNow(desk)],
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && void saveNow(desk)],
      [window, 'beforeunload', (event) => warnIfUnsaved(desk, event)],
      [document, 'keydown', (event) => onKey(desk, event as KeyboardEvent)],
    ]
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
    return () => {
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
    }
  }, [desk])
}

function connectSaving(desk: Desk) {
  const { version, savedAt } = desk.saving.value
  const saver = startSaving({ id: desk.id, version, savedAt, answers: desk.answers.value }, newNonce(), {
    fetch: (...request) => fetch(...request),
    storage: localStorage,
    setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
    clearTimer: (timer) => clearTimeout(timer as number),
    onState: (state) => {
      desk.saving.value = state
    },
    onMerged: (answers, carry) => takeMerged(desk, answers, carry),
  })
  desk.saver = saver
  const before = desk.answers.value
  desk.restored.value = adoptKept(saver) && saver.state.status !== 'conflict'
  if (saver.current === before) return
  desk.history.value = { past: [before], future: [] }
  desk.answers.value = saver.current
}

async function saveNow(desk: Desk) {
  if (desk.saver && !['offline', 'refused', 'signedOut'].includes(desk.saver.state.status))
    await flush(desk.saver)
}

function warnIfUnsaved(desk: Desk, event: Event) {
  if (desk.saver && (isDirty(desk.saver) || desk.saver.underway)) event.preventDefault()
}

function onKey(desk: Desk, event: KeyboardEvent) {
  if (event.isComposing || document.querySelector('dialog[open]')) return
  if (event.key === 'F8') {
    event.preventDefault()
    return goToNext(desk)
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 's') {
    event.preventDefault()
    return void saveNow(desk)
  }
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) redo(desk)
  else undo(desk)
}
