const closing: (() => unknown)[] = []

/**
 * Has something done once this file's tests are over. An `afterAll` inside a hook or a test would never run.
 */
export function atTheEnd(close: () => unknown) {
  closing.push(close)
}

/** Does all of it, the last first. */
export async function closeAll() {
  for (const close of closing.splice(0).reverse()) await close()
}
