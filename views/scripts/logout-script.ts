import { KEPT_FIELDS, OUTBOX, UNSAVED, UNSENT } from './words/stored-keys.ts'

/** Storage key that is set to notify the other tabs. */
const LOGGED_OUT = 'logged-out'

type Stored = Pick<Storage, 'key' | 'length' | 'removeItem'>

/** Removes a person's stored texts, by the prefix of their keys. */
export function removeAll(store: Stored, prefix: string) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) store.removeItem(key)
}

/** Removes everything that the person wrote from the browser when they log out. */
export function clearOnLogout() {
  addEventListener('submit', ({ target }) => {
    const path = target instanceof HTMLFormElement ? new URL(target.action).pathname : ''
    // An external reviewer has no other stored texts here.
    if (path === '/review/logout') removeAll(sessionStorage, UNSENT)
    if (!(target instanceof HTMLFormElement) || !path.startsWith('/logout')) return
    for (const prefix of [UNSENT, KEPT_FIELDS]) removeAll(sessionStorage, prefix)
    // A person whose session was lost logs in again to continue with their texts. Another person gets none
    // of them.
    if (target.closest('[data-lost-login]')) return
    removeAll(sessionStorage, OUTBOX)
    clearAtLeaving()
    localStorage.setItem(LOGGED_OUT, String(Date.now()))
  })
  addEventListener('storage', ({ key }) => key === LOGGED_OUT && removeAll(sessionStorage, OUTBOX))
}

/**
 * An open editor stores its copy once more before the page is left, so the copies are cleared when leaving.
 * A person who then stays keeps it.
 */
function clearAtLeaving() {
  const clear = () => removeAll(localStorage, UNSAVED)
  addEventListener('pagehide', clear, { once: true })
  addEventListener('input', () => removeEventListener('pagehide', clear), { once: true })
}
