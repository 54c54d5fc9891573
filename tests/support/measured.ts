// What `npm run test:long` and `npm run bench` found, with commit and date, in docs/measured.md.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const NOTES = 'dist/measured.jsonl'
const PAGE = 'docs/measured.md'

/** Called by tests and benchmarks: one finding, kept until the run ends; a signed run only repeats them. */
export function note(name: string, found: string) {
  if (process.env.SIGNED === '1') return
  mkdirSync('dist', { recursive: true })
  appendFileSync(NOTES, `${JSON.stringify({ name, found })}\n`)
}

export function writeMeasured(command: string) {
  if (!existsSync(NOTES)) return
  const rows: { name: string; found: string }[] = readFileSync(NOTES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  rmSync(NOTES)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const table = rows
    .map(({ name, found }) => `| ${name} | ${found} |`)
    .sort()
    .join('\n')
  const section = `## npm run ${command}\n\n${day}, commit ${commit}\n\n| what | found |\n|---|---|\n${table}\n`
  writeFileSync(PAGE, replaceSection(`## npm run ${command}\n`, section))
}

function replaceSection(head: string, section: string): string {
  const title = '# Measured\n\nWritten by the commands themselves; each section is of its last run.\n'
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : title
  const others = page.split(/(?=^## npm run )/m).filter((part) => !part.startsWith(head))
  return `${[...others, section].map((part) => part.trim()).join('\n\n')}\n`
}
