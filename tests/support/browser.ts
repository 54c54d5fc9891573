import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './launch-browser.ts'
import { playedDataDir } from './played.ts'
import { type RunningServer, removeDataDir, startServer } from './server.ts'

let own: Promise<Browser> | undefined

/** The browser of a worker: the first file that needs it starts it, and it ends with the worker. */
export function openBrowser(): Promise<Browser> {
  own ??= launchBrowser()
  return own
}

/** Closes all pages that a file has opened, so that they do not affect the next file. */
export async function closePages(browser?: Browser) {
  await Promise.all((browser?.contexts() ?? []).map((fixture) => fixture.close()))
}

/** Collects script errors and violations of the security policy from a page's console. */
export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404|409|410|422|429)/.test(message.text()))
      pageErrors.push(message.text())
  })
  return pageErrors
}

/**
 * A browser and a server with the demo, for the tests of one file. `more` are environment variables of the
 * server.
 */
export function servedBrowser(more: () => Promise<Record<string, string>> = async () => ({})): {
  server: RunningServer
  browser: Browser
  /** Restarts the server at the same address, with its clock `ahead` milliseconds in the future. */
  pass: (ahead: number) => Promise<void>
} {
  let dataDir: string
  const pass = async (ahead: number) => {
    await fixture.server.stop()
    fixture.server = await startServer({
      DATA_DIR: dataDir,
      PORT: String(fixture.server.port),
      AHEAD: String(ahead),
      NODE_OPTIONS: '--import ./tests/support/ahead.ts',
      ...(await more()),
    })
  }
  const fixture = { pass } as { server: RunningServer; browser: Browser; pass: typeof pass }
  beforeAll(async () => {
    dataDir = await playedDataDir()
    fixture.server = await startServer({ DATA_DIR: dataDir, ...(await more()) })
    fixture.browser = await openBrowser()
  })
  afterAll(async () => {
    await closePages(fixture.browser)
    await fixture.server?.stop()
    await removeDataDir(dataDir)
  })
  return fixture
}
