import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath } from './tools.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? undefined, args: FLAGS })
}

/** What a page complains of in the console: script errors and everything the security policy refused. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404|409|422|429)/.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}
