// What the tests need besides packages: Chromium, the PDF tools, and a font that draws Chinese on screen.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get')

const TOOLS = [
  // The same browser as Chromium without its windows, in half the time; whoever cannot install it makes do
  // with the other.
  {
    package: 'chromium-headless-shell',
    has: () => onPath('chromium-headless-shell') || (!canInstall() && chromiumPath() !== null),
  },
  { package: 'poppler-utils', has: () => onPath('pdfsig') && onPath('pdftotext') },
  { package: 'qpdf', has: () => onPath('qpdf') },
  { package: 'openssl', has: () => onPath('openssl') },
  {
    package: 'fonts-noto-cjk',
    has: () => existsSync('/usr/share/fonts/opentype/noto') || !existsSync('/etc/debian_version'),
  },
]

export function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`))
}

/** The system's Chromium, rather without windows, else the one Playwright has downloaded, else null. */
export function chromiumPath(): string | null {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = places.find((place) => place && existsSync(place))
  return found ?? playwrightChromium()
}

function playwrightChromium(): string | null {
  try {
    const print = `import('playwright').then(({chromium}) => console.log(chromium.executablePath()))`
    const path = execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' }).trim()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** Installs what is missing from Debian's packages, where that is possible; else says what to install. */
export function ensureTools() {
  const missing = TOOLS.filter((tool) => !tool.has()).map((tool) => tool.package)
  if (missing.length === 0) return
  if (!canInstall())
    throw new Error(`The tests need these programs; please install them: ${missing.join(', ')}`)
  process.stdout.write(`Installing ${missing.join(', ')}…\n`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
