import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { focusSoon } from '#views/focus.ts'
import { isComposing } from '#views/language/composing.ts'
import { newNonce, reportFault } from '#views/scripts/requests/call.ts'
import { handleSearchKey } from '../search/search-state.ts'
import { watchAgreement } from './agreement.ts'
import {
  adoptUnsaved,
  isDirty,
  retryNow,
  saveImmediately,
  setComposing,
  startAutosave,
  storeCopy,
} from './autosave.ts'
import { applyMerged, type EditorState, isNew, redo, setMode, undo } from './editor-state.ts'
import { goToNext, goToPointInAddress, loadLazyParts } from './load-lazy-parts.ts'
import { refreshPreviewNow } from './preview-state.ts'
import { readMode, storeMode } from './unsaved-answers.ts'

/** Milliseconds between the start of the editor and the loading of its remaining parts. */
const LOAD_DELAY_MS = 1_500

/** Connects the editor to the browser: network, storage, keys, and leaving the page. */
export function useBrowser(editor: EditorState): void {
  useEffect(() => {
    const stopStoringMode = connectMode(editor)
    const stopComparing = watchAgreement(editor)
    connectSaving(editor)
    editor.load = () => loadLazyParts(editor)
    void goToPointInAddress(editor)
    // Loads the remaining parts once the page is idle, so that they are available even if the network fails
    // later.
    const loadTimer = setTimeout(editor.load, LOAD_DELAY_MS)
    const listeners: [EventTarget, string, (event: Event) => void][] = [
      [window, 'online', () => editor.saver && retryNow(editor.saver)],
      [window, 'blur', () => void saveNow(editor)],
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && void saveNow(editor)],
      [window, 'beforeunload', (event) => warnIfUnsaved(editor, event)],
      [document, 'compositionstart', () => editor.saver && setComposing(editor.saver, true)],
      [document, 'compositionend', () => editor.saver && setComposing(editor.saver, false)],
      // A box that is removed during composition sends no end event.
      [document, 'focusin', () => editor.saver?.isComposing && setComposing(editor.saver, false)],
      [document, 'keydown', (event) => onKey(editor, event as KeyboardEvent)],
    ]
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
    return () => {
      stopStoringMode()
      stopComparing()
      clearTimeout(loadTimer)
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
    }
  }, [editor])
}

/** Restores the last mode, and stores every later change of it. */
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
        // Repeated failures with the same reason are reported once.
        if (state.fault && state.fault !== editor.saving.value.fault) reportFault(state.fault)
        editor.saving.value = state
      },
      onMerged: (answers, carry) => applyMerged(editor, answers, carry),
    },
  )
  editor.saver = saver
  const answersBefore = editor.answers.value
  editor.restored.value = adoptUnsaved(saver) && saver.state.status !== 'conflict'
  if (saver.current === answersBefore) return
  editor.history.value = { past: [answersBefore], future: [] }
  editor.answers.value = saver.current
  refreshPreviewNow(editor.preview)
}

async function saveNow(editor: EditorState) {
  if (
    editor.saver &&
    !editor.saver.isComposing &&
    !['offline', 'refused', 'signedOut'].includes(editor.saver.state.status)
  )
    await saveImmediately(editor.saver)
}

function warnIfUnsaved(editor: EditorState, event: Event) {
  if (!editor.saver) return
  storeCopy(editor.saver)
  // Keeps the copy for a user who has to log in again.
  if (document.querySelector('[data-lost-login][open]') && localStorage.getItem(editor.saver.key)) return
  if (isDirty(editor.saver) || editor.saver.currentSave) event.preventDefault()
}

function onKey(editor: EditorState, event: KeyboardEvent) {
  if (isComposing(event) || document.querySelector('dialog[open]')) return
  if (event.key === 'F8') {
    event.preventDefault()
    return goToNext(editor)
  }
  if (handleSearchKey(editor, event)) return
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 's') {
    event.preventDefault()
    return void saveNow(editor)
  }
  // Leaves the text in a search box to the browser's undo, because it is not part of the document.
  if ((key !== 'z' && key !== 'y') || document.activeElement?.id.startsWith('search-')) return
  event.preventDefault()
  keepFocus()
  if (key === 'y' || event.shiftKey) redo(editor)
  else undo(editor)
}

/**
 * Moves the focus if an undo step removes the focused element, for example the button that restores a
 * clause.
 */
function keepFocus() {
  const id = document.activeElement?.id ?? ''
  const clause = ['restore-', 'drop-', 'custom-'].find((start) => id.startsWith(start))
  if (!clause) return
  const buttonSuffix = id.slice(clause.length)
  requestAnimationFrame(() => {
    if (!document.getElementById(id))
      focusSoon([`drop-${buttonSuffix}`, `restore-${buttonSuffix}`, `custom-${buttonSuffix}`])
  })
}
