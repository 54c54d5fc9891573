import { KEPT_FIELDS, OUTBOX, UNSAVED, UNSENT } from './words/stored-keys.ts'

/** The storage key that is set to notify the other tabs. */
const LOGGED_OUT = 'logged-out'

type RemovableStorage = Pick<Storage, 'key' | 'length' | 'removeItem'>

/** Removes the stored texts whose keys have this prefix. */
export function removeAll(store: RemovableStorage, prefix: string) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) store.removeItem(key)
}

/**
 * When users log out, removes from the browser what they wrote; after a lost session, only a part of it.
 */
export function clearOnLogout() {
  addEventListener('submit', ({ target }) => {
    const path = target instanceof HTMLFormElement ? new URL(target.action).pathname : ''
    // Only these are removed, because an external reviewer has no other stored texts here.
    if (path === '/review/logout') removeAll(sessionStorage, UNSENT)
    if (!(target instanceof HTMLFormElement) || !path.startsWith('/logout')) return
    for (const prefix of [UNSENT, KEPT_FIELDS]) removeAll(sessionStorage, prefix)
    // A user whose session was lost logs in again to continue with the stored texts; another user gets none
    // of them.
    if (target.closest('[data-lost-login]')) return
    removeAll(sessionStorage, OUTBOX)
    clearUnsavedOnLeave()
    localStorage.setItem(LOGGED_OUT, String(Date.now()))
  })
  addEventListener('storage', ({ key }) => key === LOGGED_OUT && removeAll(sessionStorage, OUTBOX))
}

/**
 * Removes the copies of unsaved documents only when the page is left, because an open editor stores its copy
 * once more just before. If the user is still on the page and types, the copies are kept.
 */
function clearUnsavedOnLeave() {
  const clear = () => removeAll(localStorage, UNSAVED)
  addEventListener('pagehide', clear, { once: true })
  addEventListener('input', () => removeEventListener('pagehide', clear), { once: true })
}
