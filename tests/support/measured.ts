// What `npm run test:long` and `npm run bench` found, each line with its day and commit, in docs/measured.md.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const NOTES = 'dist/measured.jsonl'
const PAGE = 'docs/measured.md'
const TITLE = '# Measured\n\nWritten by the commands themselves.'
const HEAD = '| what | found | when |\n|---|---|---|'

/** Called by tests and benchmarks: one finding, kept until the run ends; a signed run only repeats them. */
export function note(name: string, found: string) {
  if (process.env.SIGNED === '1') return
  mkdirSync('dist', { recursive: true })
  appendFileSync(NOTES, `${JSON.stringify({ name, found })}\n`)
}

/** What an earlier run noted and nobody wrote. */
export const forgetNotes = () => rmSync(NOTES, { force: true })

/** Writes the command's section anew; after the run of a part only the lines that it found again. */
export function writeMeasured(command: string, part = false) {
  if (!existsSync(NOTES)) return
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const when = `${new Date().toISOString().slice(0, 10)}, ${commit}`
  const sections = readSections()
  const rows = new Map(part ? sections.get(command) : [])
  for (const line of readFileSync(NOTES, 'utf8').trim().split('\n')) {
    const { name, found }: { name: string; found: string } = JSON.parse(line)
    rows.set(name, `| ${name} | ${found} | ${when} |`)
  }
  forgetNotes()
  sections.set(command, rows)
  const written = [...sections].map(([name, lines]) =>
    [`## npm run ${name}\n`, HEAD, ...[...lines.values()].sort()].join('\n'),
  )
  writeFileSync(PAGE, `${[TITLE, ...written].join('\n\n')}\n`)
}

/** The page as it stands: each command's lines by the name of what was measured. */
function readSections(): Map<string, Map<string, string>> {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  const sections = page.split(/^## npm run /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [command = '', ...lines] = section.trim().split('\n')
      const rows = lines.filter((line) => line.startsWith('| ') && !HEAD.startsWith(line))
      return [command, new Map(rows.map((row) => [row.split(' | ')[0]!.slice(2), row]))]
    }),
  )
}
