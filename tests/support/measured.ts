// The figures of a run of tests or benchmarks. They are stored until the run has ended without a failure.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The folder for a run's notes. The tests of this file set NOTES to another one. */
const notesFile = () => process.env.NOTES ?? 'dist/measured.jsonl'

/** A measured number with its limit. `of` is its name if a note has several numbers. */
export type Goal = { of?: string; value: number; unit?: string } & ({ atMost: number } | { atLeast: number })

export interface Note {
  name: string
  figure: string
  goals: Goal[]
  /** Path of the test or benchmark that made the note, from the checkout's root. */
  file: string
}

// Benchmarks run without Vitest.
const vitest = process.env.VITEST ? await import('vitest') : null

const noting = () => relative('.', vitest?.expect.getState().testPath ?? process.argv[1] ?? '')

/**
 * Records a figure for `docs/measured.md` as text and as numbers with their goals, which decide whether the
 * row says "met" or "missed". Records nothing in runs with validly signed requests.
 */
export function note(name: string, figure: string, ...goals: Goal[]) {
  if (process.env.SIGNED === '1') return
  mkdirSync('dist', { recursive: true })
  appendFileSync(
    notesFile(),
    `${JSON.stringify({ name, figure: figure, goals, file: noting() } satisfies Note)}\n`,
  )
}

/** The notes so far, oldest first. */
export function readNotes(): Note[] {
  if (!existsSync(notesFile())) return []
  const lines = readFileSync(notesFile(), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line, (_, value) => (value === null ? Number.NaN : value)))
}

/** Deletes all notes, or all but the first `kept`. */
export const forgetNotes = (kept = 0) => writeNotes(readNotes().slice(0, kept))

/** Deletes the notes of these files. */
export const forgetNotesOf = (files: string[]) =>
  writeNotes(readNotes().filter(({ file }) => !files.includes(file)))

function writeNotes(notes: Note[]) {
  const lines = notes.map((one) => `${JSON.stringify(one)}\n`)
  if (lines.length) writeFileSync(notesFile(), lines.join(''))
  else rmSync(notesFile(), { force: true })
}

/** Whether the measured number is within its limit. A number that could not be measured (NaN) is not. */
export const isMet = (goal: Goal) =>
  'atMost' in goal ? goal.value <= goal.atMost : goal.value >= goal.atLeast

const shortNumber = (value: number) => String(Number(value.toPrecision(4)))

/** A goal as text: "p95 23 ms, at most 300: met". */
export function goalInWords(goal: Goal): string {
  const number = [goal.of, shortNumber(goal.value), goal.unit].filter(Boolean).join(' ')
  const limit = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`
  return `${number}, ${limit}: ${isMet(goal) ? 'met' : 'missed'}`
}

/** The missed goals of the notes, as text. */
export const missedGoals = (notes: Note[]) =>
  notes.flatMap(({ name, goals }) =>
    goals.filter((goal) => !isMet(goal)).map((goal) => `${name}: ${goalInWords(goal)}`),
  )
