import type { Answers } from '#assembly/answers.ts'

/** Answers the server has not taken over yet, with what they were made from. */
export interface UnsavedAnswers {
  version: number
  base: Answers
  answers: Answers
  unanswered: Answers[]
}

export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = (documentId: string) => `qishu.document.${documentId}.`

/** One place for each tab: two tabs without a network must not write over each other. */
export function unsavedKey(documentId: string, tab: string): string {
  return prefix(documentId) + tab
}

/**
 * Writes, or removes with null; returns how many characters that were. A full or forbidden storage loses only
 * this second copy, so it is let pass.
 */
export function storeUnsaved(store: TextStore, key: string, kept: UnsavedAnswers | null): number {
  const text = kept ? JSON.stringify(kept) : ''
  try {
    if (kept) store.setItem(key, text)
    else store.removeItem(key)
  } catch {
    store.removeItem(key)
  }
  return text.length
}

/**
 * Everything earlier visits left behind. What a tab that is still open has kept may be among it, and does no
 * harm.
 */
export function findUnsaved(
  store: TextStore,
  documentId: string,
  except: string,
): { key: string; text: string; kept: UnsavedAnswers }[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  return keys.flatMap((key) => {
    if (!key?.startsWith(prefix(documentId)) || key === except) return []
    const text = store.getItem(key) ?? ''
    const kept = readUnsaved(text)
    return kept ? [{ key, text, kept }] : []
  })
}

function readUnsaved(text: string): UnsavedAnswers | null {
  try {
    const kept: UnsavedAnswers = JSON.parse(text)
    return kept.base?.fields && kept.answers?.fields && Array.isArray(kept.unanswered) ? kept : null
  } catch {
    return null
  }
}

export type Mode = 'fill' | 'edit'

const modeKey = 'qishu.editor.mode'

/** Notes whether one fills or edits: for this document as long as its tab is open, for others from now on. */
export function keepMode(tab: TextStore, browser: TextStore, documentId: string, mode: Mode): void {
  try {
    tab.setItem(`${modeKey}.${documentId}`, mode)
    browser.setItem(modeKey, mode)
  } catch {
    // A full storage only forgets it.
  }
}

/** How the document was worked on in this tab, or if it is not new, whatever was worked on last. */
export function findMode(
  tab: TextStore,
  browser: TextStore,
  documentId: string,
  isNew: boolean,
): Mode | null {
  const kept = tab.getItem(`${modeKey}.${documentId}`) ?? (isNew ? null : browser.getItem(modeKey))
  return kept === 'fill' || kept === 'edit' ? kept : null
}
