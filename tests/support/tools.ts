// The programs that tests need besides packages: Chromium, PDF tools, and a font for Chinese.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get')

const TOOLS = [
  // Chromium without windows takes half the time. If it cannot be installed, Chromium is used.
  {
    package: 'chromium-headless-shell',
    has: () => onPath('chromium-headless-shell') || (!canInstall() && chromiumPath() !== null),
  },
  { package: 'poppler-utils', has: () => onPath('pdfsig') && onPath('pdftotext') },
  { package: 'qpdf', has: () => onPath('qpdf') },
  { package: 'openssl', has: () => onPath('openssl') },
  { package: 'python3', has: () => onPath('python3') },
  // Without tesseract the test of the captcha is skipped.
  { package: 'tesseract-ocr', has: () => onPath('tesseract') || !canInstall() },
  {
    package: 'fonts-noto-cjk',
    has: () => existsSync('/usr/share/fonts/opentype/noto') || !existsSync('/etc/debian_version'),
  },
]

/** Large programs that only parts of the long run need; they are not installed automatically. */
const LONG_TOOLS = [
  {
    package: 'libreoffice',
    program: 'soffice',
    tests: 'Word files in LibreOffice, its PDFs as imports',
  },
  { package: 'texlive, texlive-fonts-recommended', program: 'pdflatex', tests: 'PDFs of pdfTeX as imports' },
  { package: 'librsvg2-bin', program: 'rsvg-convert', tests: 'PDFs of Cairo as imports' },
  {
    package: 'ghostscript',
    program: 'gs',
    tests: 'PDFs of Ghostscript and of scans as imports',
  },
  {
    package: 'swift-proxy, swift-account, swift-container, swift-object',
    program: 'swift-proxy-server',
    tests: 'files in OpenStack Swift by its S3 interface',
  },
]

/** One line for each part that a long run skips because `hasProgram` does not find a program. */
export const leftOut = (hasProgram = onPath) =>
  LONG_TOOLS.filter(({ program }) => !hasProgram(program)).map(
    (tool) => `left out, since ${tool.program} (${tool.package}) is missing: ${tool.tests}`,
  )

export function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`))
}

/**
 * The path of the system's Chromium, preferably without windows, or of Playwright's download; otherwise
 * null.
 */
export function chromiumPath(): string | null {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const path = places.find((place) => place && existsSync(place))
  return path ?? playwrightChromium()
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

/** Installs missing programs from Debian's packages if possible; otherwise prints what to install. */
export function ensureTools() {
  const missingTools = TOOLS.filter((tool) => !tool.has()).map((tool) => tool.package)
  if (missingTools.length === 0) return
  if (!canInstall())
    throw new Error(`The tests need these programs; please install them: ${missingTools.join(', ')}`)
  process.stdout.write(`Installing ${missingTools.join(', ')}…\n`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missingTools], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
