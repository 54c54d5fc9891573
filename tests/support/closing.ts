const callbacks: (() => unknown)[] = []

/**
 * Registers a callback for the end of this file's tests. An `afterAll` inside a hook or a test would never
 * run.
 */
export function atTheEnd(close: () => unknown) {
  callbacks.push(close)
}

/** Runs all callbacks, the last first. */
export async function closeAll() {
  for (const close of callbacks.splice(0).reverse()) await close()
}
