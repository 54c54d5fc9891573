/** Key prefix of unsent messages in the tab's storage. */
export const OUTBOX = 'outbox '

/** Storage key that is set to notify the other tabs. */
const LOGGED_OUT = 'logged-out'

function clearStorage() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(OUTBOX)) sessionStorage.removeItem(key)
}

/** Removes everything that the person wrote from the browser when they log out. */
export function clearOnLogout() {
  addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !new URL(target.action).pathname.startsWith('/logout')) return
    clearStorage()
    localStorage.setItem(LOGGED_OUT, String(Date.now()))
  })
  addEventListener('storage', ({ key }) => key === LOGGED_OUT && clearStorage())
}
