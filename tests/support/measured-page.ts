// The page docs/measured.md: the figures of `npm run test:long` and `npm run bench`, a row for each note.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { forgetNotes, goalInWords, missedGoals, type Note, readNotes } from './measured.ts'

export const PAGE = 'docs/measured.md'
const TITLE = '# Measured\n\nWritten by the commands themselves.'
const HEAD = '| what | found | goals | by | when |\n|---|---|---|---|---|'
/** The number of commits after which a row counts as old. */
const OLD_COMMITS = 200

export interface Row {
  name: string
  figure: string
  goals: string
  file: string
  /** Date and commit, with a mark if the row is old. */
  when: string
}

export interface Run {
  command: string
  /** Whether the run was partial: then the rows of other files stay. */
  part: boolean
  notes: Note[]
  /** Date and commit. */
  when: string
}

/** Facts about the checkout that the page needs. */
export interface Checkout {
  /** The file that contains this note: the named file or the one that has it now; null if no file has it. */
  noterOf: (file: string, name: string) => string | null
  /** The number of commits since this one; null if it is not in the history. */
  ageOf: (commit: string) => number | null
}

/** The text of a cell, on one line and with its separators escaped. */
const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '¦')

/** The rows of each command's section, in the order of the page. */
export function readSections(page: string): Map<string, Row[]> {
  const sections = page.split(/^## npm run /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [command = '', ...lines] = section.trim().split('\n')
      const rows = lines.filter((line) => line.startsWith('| ') && !HEAD.startsWith(line))
      return [command, rows.map(readRow)]
    }),
  )
}

function readRow(line: string): Row {
  const [name = '', figure = '', goals = '', file = '', when = ''] = line.slice(2, -2).split(' | ')
  return { name, figure: figure, goals, file, when }
}

const writeRow = ({ name, figure, goals, file, when }: Row) =>
  `| ${[name, figure, goals, file, when].join(' | ')} |`

const rowOf = ({ name, figure, goals, file }: Note, when: string): Row => ({
  name: cell(name),
  figure: cell(figure),
  goals: cell(goals.map(goalInWords).join('; ')) || '–',
  file,
  when,
})

/** Marks old rows. A row of a commit that is not in the history is old. */
function dated(when: string, { ageOf }: Checkout): string {
  const [day = '', commit = ''] = when.split(', ')
  const age = ageOf(commit)
  if (age !== null && age < OLD_COMMITS) return `${day}, ${commit}`
  return `${day}, ${commit}, old: ${age === null ? 'no commit of this history' : `${age} commits ago`}`
}

/**
 * The page after a run. The run's notes replace all rows of their files. After a partial run rows of other
 * files stay, unless the file no longer contains their note.
 */
export function renewPage(page: string, { command, part, notes, when }: Run, checkout: Checkout): string {
  const ran = new Set(notes.map(({ file }) => file))
  const figure = new Map(notes.map((one) => [one.name, rowOf(one, when)]))
  const sections = new Map<string, Row[]>()
  for (const [name, rows] of readSections(page)) {
    const presentRows = rows
      .map((row) => ({ ...row, file: checkout.noterOf(row.file, row.name) }))
      .filter((row): row is Row => row.file !== null)
    sections.set(name, presentRows)
  }
  const keptRows = part ? (sections.get(command) ?? []).filter(({ file }) => !ran.has(file)) : []
  sections.set(command, [...keptRows, ...figure.values()])
  const writtenSections = [...sections].map(([name, rows]) => {
    const lines = rows.map((row) => writeRow({ ...row, when: dated(row.when, checkout) }))
    return [`## npm run ${name}\n`, HEAD, ...lines.sort()].join('\n')
  })
  return `${[TITLE, ...writtenSections].join('\n\n')}\n`
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names in a file's calls of `note` as regular expressions; a placeholder matches any text. */
export function namesNoted(source: string): RegExp[] {
  const calls = source.matchAll(/\bnote\(\s*(?:'([^'\n]+)'|`([^`]+)`)/g)
  return [...calls].map(([, plain, template = '']) => {
    const parts = plain ? [plain] : template.split(/\$\{[^}]*\}/)
    return new RegExp(`^${parts.map((part) => escaped(cell(part))).join('.*')}$`)
  })
}

const isNoted = (file: string, name: string) =>
  namesNoted(readFileSync(file, 'utf8')).some((expression) => expression.test(name))

/**
 * The file that contains the note: the named file, or a file of the same name elsewhere in the tests;
 * otherwise null.
 */
export function noterOf(file: string, name: string): string | null {
  const candidates = [file, ...globSync(`tests/**/${basename(file)}`)]
  return candidates.find((one) => existsSync(one) && isNoted(one, name)) ?? null
}

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function ageOf(commit: string): number | null {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD')
    return Number(git('rev-list', '--count', `${commit}..HEAD`))
  } catch {
    return null
  }
}

/**
 * Writes the notes of the run to the page; returns a description of each missed goal. Without notes the page
 * stays as it is.
 */
export function writeMeasured(command: string, part: boolean, file = PAGE): string[] {
  const notes = readNotes()
  if (!notes.length) return []
  const when = `${new Date().toISOString().slice(0, 10)}, ${git('rev-parse', '--short', 'HEAD')}`
  const page = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, renewPage(page, { command, part, notes, when }, { noterOf, ageOf }))
  return missedGoals(notes)
}

/**
 * Runs the parts one after the other and writes the notes of each, unless it failed, so that an interrupted
 * run keeps the figures of its finished parts. Each part returns its exit status. Returns 1 if a part failed
 * or a goal was missed, otherwise 0.
 */
export function measureParts(
  command: string,
  parts: [name: string, run: () => number | null][],
  isPart: boolean,
  file = PAGE,
): number {
  const failed: string[] = []
  for (const [name, run] of parts) {
    const notesBefore = readNotes().length
    if (run() === 0) {
      writeMeasured(command, true, file)
      continue
    }
    forgetNotes(notesBefore)
    failed.push(name)
  }
  const missed = writeMeasured(command, isPart || failed.length > 0, file)
  for (const name of failed) process.stdout.write(`failed, and its figures not written: ${name}\n`)
  for (const goal of missed) process.stdout.write(`missed: ${goal}\n`)
  return failed.length + missed.length ? 1 : 0
}
