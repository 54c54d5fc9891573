/** What a tab keeps of messages that have not arrived, under names that begin so. */
export const OUTBOX = 'outbox '

/** Set to notify the other tabs. */
const LOGGED_OUT = 'logged-out'

function forget() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(OUTBOX)) sessionStorage.removeItem(key)
}

/** Whoever logs out leaves nothing behind that they wrote. */
export function startForgetting() {
  addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !new URL(target.action).pathname.startsWith('/logout')) return
    forget()
    localStorage.setItem(LOGGED_OUT, String(Date.now()))
  })
  addEventListener('storage', ({ key }) => key === LOGGED_OUT && forget())
}
