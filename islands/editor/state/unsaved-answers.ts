import type { Answers } from '#assembly/answers.ts'
import { UNSAVED } from '#views/scripts/words/stored-keys.ts'

/** Answers that the server has not stored yet, and the answers on which they are based. */
export interface UnsavedAnswers {
  version: number
  base: Answers
  answers: Answers
  unanswered: Answers[]
}

export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = (documentId: string) => `${UNSAVED}${documentId}.`

/** A different key for each tab: two tabs without a network must not overwrite each other's copies. */
export function unsavedKey(documentId: string, tab: string): string {
  return prefix(documentId) + tab
}

/**
 * Stores the copy, or removes it if null, and returns its length in characters. Errors of a full or
 * forbidden storage are ignored, because the copy is only a second one.
 */
export function storeUnsaved(store: TextStore, key: string, unsaved: UnsavedAnswers | null): number {
  const text = unsaved ? JSON.stringify(unsaved) : ''
  try {
    if (unsaved) store.setItem(key, text)
    else store.removeItem(key)
  } catch {
    store.removeItem(key)
  }
  return text.length
}

/**
 * The copies of all earlier visits. They may include the copy of a tab that is still open, which does no
 * harm.
 */
export function findUnsaved(
  store: TextStore,
  documentId: string,
  excludedKey: string,
): { key: string; text: string; unsaved: UnsavedAnswers }[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  return keys.flatMap((key) => {
    if (!key?.startsWith(prefix(documentId)) || key === excludedKey) return []
    const text = store.getItem(key) ?? ''
    const unsaved = readUnsaved(text)
    return unsaved ? [{ key, text, unsaved }] : []
  })
}

function readUnsaved(text: string): UnsavedAnswers | null {
  try {
    const unsaved: UnsavedAnswers = JSON.parse(text)
    return unsaved.base?.fields && unsaved.answers?.fields && Array.isArray(unsaved.unanswered)
      ? unsaved
      : null
  } catch {
    return null
  }
}

export type Mode = 'fill' | 'edit'

const MODE_KEY = 'qishu.editor.mode'

/** Stores the mode: for this document while its tab is open, and as the default for other documents. */
export function storeMode(tab: TextStore, browser: TextStore, documentId: string, mode: Mode): void {
  try {
    tab.setItem(`${MODE_KEY}.${documentId}`, mode)
    browser.setItem(MODE_KEY, mode)
  } catch {
    // If the storage is full, only the mode is lost.
  }
}

/** The mode of this document in this tab; otherwise the mode used last, unless the document is new. */
export function readMode(
  tab: TextStore,
  browser: TextStore,
  documentId: string,
  isNew: boolean,
): Mode | null {
  const mode = tab.getItem(`${MODE_KEY}.${documentId}`) ?? (isNew ? null : browser.getItem(MODE_KEY))
  return mode === 'fill' || mode === 'edit' ? mode : null
}
