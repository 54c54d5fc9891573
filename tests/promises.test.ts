import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { SCHEDULE } from '#src/app/schedule.ts'
import { testDatabase } from './support/database.ts'
import { findPromises, type Sentence } from './support/promises.ts'

interface Row {
  promise: string
  place: string
  rule: string
  tests: string
}

const UNTESTED = /by people|liability|of the browser/

let allSentences: Sentence[]
const rows = readRows()

beforeAll(async () => {
  allSentences = await findPromises(await testDatabase())
})

function readRows(): Row[] {
  return readFileSync('docs/promises.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (promise|---) \|/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
    .map(([, promise, place, rule, tests]) => ({
      promise: promise!,
      place: place!,
      rule: rule!,
      tests: tests!,
    }))
}

test('docs/promises.md lists each promise with its places, and no other sentence', () => {
  const sentencesByText = Map.groupBy(allSentences, ({ text }) => text)
  const expectedRows = [...sentencesByText].map(([text, sentences]) => [text, placesOf(sentences)])
  const listedRows = rows.map(({ promise, place }) => [promise, place])
  expect(listedRows.toSorted()).toEqual(expectedRows.toSorted())
})

const placesOf = (sentences: Sentence[]) =>
  [...new Set(sentences.map(({ place }) => place))].sort().join(', ')

test('each row names the code that keeps the promise, and a test unless people keep it', () => {
  for (const { promise, rule, tests } of rows) {
    expect(rule, promise).not.toBe('')
    for (const [, job] of rule.matchAll(/jobs? `([\w-]+)`/g)) expect(Object.keys(SCHEDULE)).toContain(job)
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file]) => file!)
    if (!files.length) expect(rule, promise).toMatch(UNTESTED)
    for (const file of files) expect(existsSync(file), file).toBe(true)
  }
})
