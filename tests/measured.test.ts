import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, goalInWords, isMet, note, readNotes } from './support/measured.ts'
import {
  measureParts,
  namesNoted,
  noterOf,
  PAGE,
  type Row,
  readSections,
  renewPage,
} from './support/measured-page.ts'

const FILE = 'tests/measured.test.ts'
let folder: string
let page: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measured-'))
  page = join(folder, 'measured.md')
  vi.stubEnv('NOTES', join(folder, 'notes.jsonl'))
  vi.stubEnv('SIGNED', '')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const rowsOf = (text: string) => readSections(text).get('bench') ?? []

const goodFile = () => {
  note('planted: a wait', '23 ms', { of: 'p95', value: 23, unit: 'ms', atMost: 300 })
  return 0
}
const slowFile = () => {
  note('planted: too long a wait', '301 ms', { value: 301, unit: 'ms', atMost: 300 })
  return 0
}
const brokenFile = () => {
  note('planted: of a test that fails', 'none wrong')
  return 1
}

test('a number meets its goal up to the limit, and a missing number misses it', () => {
  const goals: [Goal, string][] = [
    [{ value: 300, unit: 'ms', atMost: 300 }, '300 ms, at most 300: met'],
    [{ value: 300.1, unit: 'ms', atMost: 300 }, '300.1 ms, at most 300: missed'],
    [{ of: 'pdfkit', value: 4.0123, unit: '×', atLeast: 3 }, 'pdfkit 4.012 ×, at least 3: met'],
    [{ value: 2.999, atLeast: 3 }, '2.999, at least 3: missed'],
    [{ value: Number.NaN, atMost: 1 }, 'NaN, at most 1: missed'],
  ]
  for (const [goal, words] of goals) expect(goalInWords(goal)).toBe(words)
  note('planted: not measured', '–', { value: 0 / 0, atLeast: 0 })
  expect(readNotes().map(({ file, goals: [goal] }) => [file, isMet(goal!)])).toEqual([[FILE, false]])
})

test('a run writes its figures with the verdict, and fails when a goal was missed', () => {
  expect(measureParts('bench', [['good', goodFile]], false, page)).toBe(0)
  expect(measureParts('bench', [['slow', slowFile]], true, page)).toBe(1)
  expect(rowsOf(readFileSync(page, 'utf8')).map(({ name, goals }) => [name, goals])).toEqual([
    ['planted: a wait', 'p95 23 ms, at most 300: met'],
    ['planted: too long a wait', '301 ms, at most 300: missed'],
  ])
})

test('a failed file writes nothing, and its rows stay', () => {
  expect(measureParts('bench', [['broken', brokenFile]], false, page)).toBe(1)
  expect(() => readFileSync(page)).toThrow()
  const bothParts: Parameters<typeof measureParts>[1] = [
    ['broken', brokenFile],
    ['good', goodFile],
  ]
  expect(measureParts('bench', bothParts, false, page)).toBe(1)
  expect(rowsOf(readFileSync(page, 'utf8')).map(({ name }) => name)).toEqual(['planted: a wait'])
})

const rowsAfter = (old: Row[], part: boolean) => {
  const lines = old.map((row) => `| ${Object.values(row).join(' | ')} |`)
  const pageBefore = ['# Measured', '', '## npm run bench', '', ...lines].join('\n')
  const notes = [{ name: 'new', figure: 'a | b', goals: [], file: 'a.bench.ts' }]
  const run = { command: 'bench', part, notes, when: '2026-11-26, ccc' }
  const ages: Record<string, number> = { aaa: 199, bbb: 200, ccc: 0 }
  const checkout = {
    noterOf: (file: string, name: string) => (name === 'gone' ? null : file),
    ageOf: (commit: string) => ages[commit] ?? null,
  }
  return rowsOf(renewPage(pageBefore, run, checkout))
}

const oldRow = (name: string, file: string, commit: string): Row => ({
  name,
  figure: '1',
  goals: '–',
  file,
  when: `2026-11-01, ${commit}`,
})

test('rows are removed with their note, and are marked when they are old', () => {
  const rowsBefore = [
    oldRow('young', 'b.bench.ts', 'aaa'),
    oldRow('old', 'b.bench.ts', 'bbb'),
    oldRow('of another history', 'b.bench.ts', 'ddd'),
    oldRow('gone', 'b.bench.ts', 'aaa'),
    oldRow('no longer noted by the file that ran', 'a.bench.ts', 'aaa'),
  ]
  const statuses = Object.fromEntries(rowsAfter(rowsBefore, true).map(({ name, when }) => [name, when]))
  expect(statuses).toEqual({
    new: '2026-11-26, ccc',
    young: '2026-11-01, aaa',
    old: '2026-11-01, bbb, old: 200 commits ago',
    'of another history': '2026-11-01, ddd, old: no commit of this history',
  })
  expect(rowsAfter(rowsBefore, false).map(({ name }) => name)).toEqual(['new'])
})

test('a cell separator inside a cell is escaped', () => {
  expect(rowsAfter([], false)[0]).toMatchObject({ figure: 'a ¦ b', goals: '–', file: 'a.bench.ts' })
})

test('the names of a file’s notes are read from its calls', () => {
  const source = "note('one', 'x')\n  note(\n    `two of ${many(3)}: ${name}`,\n  footnote('three', 'x')"
  const names = namesNoted(source)
  const isNoted = (name: string) => names.some((expression) => expression.test(name))
  expect(['one', 'two of 7: all', 'three', 'one more', 'two'].filter(isNoted)).toEqual([
    'one',
    'two of 7: all',
  ])
  expect(noterOf(FILE, 'planted: a wait')).toBe(FILE)
  expect(noterOf('tests/elsewhere/measured.test.ts', 'planted: a wait')).toBe(FILE)
  expect(noterOf(FILE, 'planted: nothing')).toBe(null)
  expect(noterOf('tests/no-such.test.ts', 'planted: a wait')).toBe(null)
})

test('each row of the page has its note', () => {
  const rows = [...readSections(readFileSync(PAGE, 'utf8')).values()].flat()
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ file, name }) => !noterOf(file, name))).toEqual([])
})
