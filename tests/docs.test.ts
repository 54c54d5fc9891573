import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rowsOf = (page: string) =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

test('twenty questions are each answered by one search', () => {
  const rows = rowsOf('docs/finding.md')
  expect(rows.length).toBeGreaterThanOrEqual(20)
  for (const [question, search, where] of rows)
    for (const file of quoted(where!)) {
      const text = existsSync(file) ? readFileSync(file, 'utf8').toLowerCase() : ''
      const answered = text.includes(quoted(search!)[0]!.toLowerCase())
      expect([question, file, answered]).toEqual([question, file, true])
    }
})

test('the glossary names each term once, in three languages, and where it lives', () => {
  const rows = rowsOf('docs/glossary.md')
  expect(rows.length).toBeGreaterThan(40)
  const terms = rows.map(([term]) => term!)
  expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')))
  for (const [term, hans, hant, , where] of rows) {
    expect([term, hans !== '', hant !== '']).toEqual([term, true, true])
    for (const file of quoted(where!)) expect([term, file, existsSync(file)]).toEqual([term, file, true])
  }
})
