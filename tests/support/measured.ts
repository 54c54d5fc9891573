// The figures of the tests and benchmarks of one run, kept until the run has ended and is known to be green.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The folder of a run's notes; a test of the notes themselves uses another. */
const notesFile = () => process.env.NOTES ?? 'dist/measured.jsonl'

/** A measured number with its limit; `of` names the number if a note has several. */
export type Goal = { of?: string; value: number; unit?: string } & ({ atMost: number } | { atLeast: number })

export interface Note {
  name: string
  found: string
  goals: Goal[]
  /** The test or benchmark that noted it, from the checkout's root. */
  file: string
}

// Benchmarks that run on plain Node have no test runner.
const vitest = process.env.VITEST ? await import('vitest') : null

const noting = () => relative('.', vitest?.expect.getState().testPath ?? process.argv[1] ?? '')

/**
 * Notes one figure for `docs/measured.md`: in words, and as numbers with their goals, which decide whether
 * its row says "met" or "missed". A run with validly signed requests notes nothing.
 */
export function note(name: string, found: string, ...goals: Goal[]) {
  if (process.env.SIGNED === '1') return
  mkdirSync('dist', { recursive: true })
  appendFileSync(notesFile(), `${JSON.stringify({ name, found, goals, file: noting() } satisfies Note)}\n`)
}

/** The notes so far, oldest first. */
export function readNotes(): Note[] {
  if (!existsSync(notesFile())) return []
  const lines = readFileSync(notesFile(), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line, (_, value) => (value === null ? Number.NaN : value)))
}

/** Forgets all notes, or all but the first `kept`. */
export function forgetNotes(kept = 0) {
  const lines = readNotes()
    .slice(0, kept)
    .map((one) => `${JSON.stringify(one)}\n`)
  if (lines.length) writeFileSync(notesFile(), lines.join(''))
  else rmSync(notesFile(), { force: true })
}

/** Whether the measured number keeps to its limit; one that could not be measured (NaN) does not. */
export const isMet = (goal: Goal) =>
  'atMost' in goal ? goal.value <= goal.atMost : goal.value >= goal.atLeast

const short = (value: number) => String(Number(value.toPrecision(4)))

/** A goal in words: "p95 23 ms, at most 300: met". */
export function goalInWords(goal: Goal): string {
  const number = [goal.of, short(goal.value), goal.unit].filter(Boolean).join(' ')
  const limit = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`
  return `${number}, ${limit}: ${isMet(goal) ? 'met' : 'missed'}`
}

/** Each missed goal of the notes, in words. */
export const missedGoals = (notes: Note[]) =>
  notes.flatMap(({ name, goals }) =>
    goals.filter((goal) => !isMet(goal)).map((goal) => `${name}: ${goalInWords(goal)}`),
  )
