import { KEPT_FIELDS, OUTBOX, UNSAVED, UNSENT } from './words/stored-keys.ts'

/** The storage key that is set to notify the other tabs. */
const LOGGED_OUT = 'logged-out'

type Stored = Pick<Storage, 'key' | 'length' | 'removeItem'>

/** Removes the stored texts whose keys have this prefix. */
export function removeAll(store: Stored, prefix: string) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) store.removeItem(key)
}

/** Removes everything that the user wrote from the browser when the user logs out. */
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
    clearAtLeaving()
    localStorage.setItem(LOGGED_OUT, String(Date.now()))
  })
  addEventListener('storage', ({ key }) => key === LOGGED_OUT && removeAll(sessionStorage, OUTBOX))
}

/**
 * Clears the copies when the page is left, because an open editor stores its copy once more before that. A
 * user who stays on the page keeps the copy.
 */
function clearAtLeaving() {
  const clear = () => removeAll(localStorage, UNSAVED)
  addEventListener('pagehide', clear, { once: true })
  addEventListener('input', () => removeEventListener('pagehide', clear), { once: true })
}
