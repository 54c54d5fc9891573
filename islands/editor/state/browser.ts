import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { focusSoon } from '#views/focus.ts'
import { isComposing } from '#views/language/composing.ts'
import { newNonce, reportFault } from '#views/scripts/requests/call.ts'
import { searchKey } from '../search/search-state.ts'
import { watchAgreement } from './agreement.ts'
import { adoptUnsaved, flush, hold, isDirty, retryNow, startAutosave, storeCopy } from './autosave.ts'
import { applyMerged, type EditorState, isNew, redo, setMode, undo } from './editor-state.ts'
import { goToNext, goToPointInAddress, loadLazyParts } from './load-lazy-parts.ts'
import { printNow } from './printing.ts'
import { readMode, storeMode } from './unsaved-answers.ts'

/** Milliseconds between the start of the editor and the loading of its other parts. */
const restAfter = 1_500

/** Connects the editor to the browser: network, storage, keys, and leaving the page. */
export function useBrowser(editor: EditorState): void {
  useEffect(() => {
    const stopKeeping = connectMode(editor)
    const stopComparing = watchAgreement(editor)
    connectSaving(editor)
    editor.load = () => loadLazyParts(editor)
    void goToPointInAddress(editor)
    // Loads the other parts once the page is idle, so that they are there even if the network fails later.
    const loading = setTimeout(editor.load, restAfter)
    const listeners: [EventTarget, string, (event: Event) => void][] = [
      [window, 'online', () => editor.saver && retryNow(editor.saver)],
      [window, 'blur', () => void saveNow(editor)],
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && void saveNow(editor)],
      [window, 'beforeunload', (event) => warnIfUnsaved(editor, event)],
      [document, 'compositionstart', () => editor.saver && hold(editor.saver, true)],
      [document, 'compositionend', () => editor.saver && hold(editor.saver, false)],
      // A box that is removed while it composes sends no end event.
      [document, 'focusin', () => editor.saver?.held && hold(editor.saver, false)],
      [document, 'keydown', (event) => onKey(editor, event as KeyboardEvent)],
    ]
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
    return () => {
      stopKeeping()
      stopComparing()
      clearTimeout(loading)
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
    }
  }, [editor])
}

/** Restores the last mode and stores it from now on. */
function connectMode(editor: EditorState): () => void {
  const stores = [sessionStorage, localStorage] as const
  const mode = readMode(...stores, editor.id, isNew(editor.saving.value.version))
  if (mode) setMode(editor, mode)
  return effect(() => storeMode(...stores, editor.id, editor.mode.value))
}

function connectSaving(editor: EditorState) {
  const { version, savedAt } = editor.saving.value
  const saver = startAutosave(
    { id: editor.id, version, savedAt, answers: editor.answers.value },
    newNonce(),
    {
      fetch: (...request) => fetch(...request),
      storage: localStorage,
      setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
      clearTimer: (timer) => clearTimeout(timer as number),
      onState: (state) => {
        // Repeated failures for the same reason are reported once.
        if (state.fault && state.fault !== editor.saving.value.fault) reportFault(state.fault)
        editor.saving.value = state
      },
      onMerged: (answers, carry) => applyMerged(editor, answers, carry),
    },
  )
  editor.saver = saver
  const before = editor.answers.value
  editor.restored.value = adoptUnsaved(saver) && saver.state.status !== 'conflict'
  if (saver.current === before) return
  editor.history.value = { past: [before], future: [] }
  editor.answers.value = saver.current
  printNow(editor.print)
}

async function saveNow(editor: EditorState) {
  if (
    editor.saver &&
    !editor.saver.held &&
    !['offline', 'refused', 'signedOut'].includes(editor.saver.state.status)
  )
    await flush(editor.saver)
}

function warnIfUnsaved(editor: EditorState, event: Event) {
  if (!editor.saver) return
  storeCopy(editor.saver)
  // Keeps the copy for a person who has to log in again.
  if (document.querySelector('[data-lost-login][open]') && localStorage.getItem(editor.saver.key)) return
  if (isDirty(editor.saver) || editor.saver.underway) event.preventDefault()
}

function onKey(editor: EditorState, event: KeyboardEvent) {
  if (isComposing(event) || document.querySelector('dialog[open]')) return
  if (event.key === 'F8') {
    event.preventDefault()
    return goToNext(editor)
  }
  if (searchKey(editor, event)) return
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 's') {
    event.preventDefault()
    return void saveNow(editor)
  }
  // Text in a box of the search is not part of the document: the browser undoes its changes.
  if ((key !== 'z' && key !== 'y') || document.activeElement?.id.startsWith('search-')) return
  event.preventDefault()
  keepFocus()
  if (key === 'y' || event.shiftKey) redo(editor)
  else undo(editor)
}

/** A step can remove the element in focus, for example the button that restores a clause. */
function keepFocus() {
  const id = document.activeElement?.id ?? ''
  const clause = ['restore-', 'drop-', 'custom-'].find((start) => id.startsWith(start))
  if (!clause) return
  const of = id.slice(clause.length)
  requestAnimationFrame(() => {
    if (!document.getElementById(id)) focusSoon([`drop-${of}`, `restore-${of}`, `custom-${of}`])
  })
}
