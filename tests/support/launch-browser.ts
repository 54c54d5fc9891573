import { type Browser, chromium } from 'playwright'
import { chromiumPath } from './tools.ts'

export const BROWSER_FLAGS = [
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
  return chromium.launch({ executablePath: chromiumPath() ?? undefined, args: BROWSER_FLAGS })
}
