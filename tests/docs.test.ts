import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { AGREEMENT_TYPES, findAgreement } from '#modules/site/agreements.ts'
import type { Locale } from '#src/core/i18n.ts'
import { sourceFiles } from './support/files.ts'

const rowsOf = (page: string, part = 0) =>
  readFileSync(page, 'utf8')
    .split('\n## ')
    [part]!.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

test('each question is answered by one search, which finds five files at most', () => {
  const rows = rowsOf('docs/finding.md')
  expect(rows.length).toBeGreaterThanOrEqual(20)
  const texts = new Map(
    sourceFiles(['src', 'assembly', 'modules', 'islands', 'views']).map((file) => [
      file,
      readFileSync(file, 'utf8').toLowerCase(),
    ]),
  )
  for (const [question, search, where] of rows) {
    const word = quoted(search!)[0]!.toLowerCase()
    const files = [...texts.keys()].filter((file) => texts.get(file)!.includes(word))
    expect([question, files.slice(5)]).toEqual([question, []])
    for (const file of quoted(where!))
      expect([question, files]).toEqual([question, expect.arrayContaining([file])])
  }
})

test('the interface uses the terms of the glossary, and no term that it excludes', () => {
  const rows = rowsOf('docs/glossary.md', 1)
  expect(rows.length).toBeGreaterThan(15)
  const wordsIn = (locale: string) =>
    readdirSync(`locales/${locale}`)
      .map((name) => readFileSync(`locales/${locale}/${name}`, 'utf8'))
      .join('')
  const inForce = (locale: Locale) =>
    JSON.stringify(AGREEMENT_TYPES.map((type) => findAgreement(type)!.texts[locale]))
  const hans = wordsIn('zh_CN') + inForce('zh_CN')
  const hant = wordsIn('zh_TW') + inForce('zh_TW')
  for (const [english, ours, theirs, not] of rows) {
    for (const word of ours!.split('、'))
      expect([english, word, hans.includes(word)]).toEqual([english, word, true])
    for (const word of theirs!.split('、'))
      expect([english, word, hant.includes(word)]).toEqual([english, word, true])
    const ruledOut = /^(\p{Script=Han}+)(?: in traditional Chinese)?$/u.exec(not!)?.[1]
    if (ruledOut) expect([ruledOut, wordsIn('zh_TW').includes(ruledOut)]).toEqual([ruledOut, false])
  }
})

test('the glossary lists each term once, in three languages, with its file', () => {
  const rows = rowsOf('docs/glossary.md')
  expect(rows.length).toBeGreaterThan(40)
  const terms = rows.map(([term]) => term!)
  expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')))
  for (const [term, hans, hant, , where] of rows) {
    expect([term, hans !== '', hant !== '']).toEqual([term, true, true])
    for (const file of quoted(where!)) expect([term, file, existsSync(file)]).toEqual([term, file, true])
  }
})

const ROOTS = /^(modules|src|tests|docs|views|islands|locales|migrations|public|\.ci)\//
const SOURCE = /\.(tsx?|mjs|md|ya?ml|json|css)$/

/** The paths in a page: words that begin with one of our folders, or end like a folder or a source file. */
const pathsIn = (page: string) =>
  quoted(readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '')).filter(
    (word) =>
      /^[a-z.][\w.-]*(\/[\w.*<>-]*)+$/.test(word) &&
      !word.startsWith('dist/') &&
      (ROOTS.test(word) || word.endsWith('/') || SOURCE.test(word)),
  )

/**
 * Whether a path exists. A README may also name files anywhere below its folder; `<name>` matches any name.
 */
function exists(path: string, page: string): boolean {
  const pattern = path.replace(/<[^>]*>/g, '*').replace(/\/$/, '')
  if (globSync(pattern).length) return true
  return page.startsWith('modules/') && globSync(`${dirname(page)}/**/${pattern}`).length > 0
}

test('every path that a page names exists, from the top of the project', () => {
  const pages = globSync('**/*.md', { exclude: ['node_modules', 'dist'] })
  const namedPaths = pages.flatMap((page) => pathsIn(page).map((path) => ({ page, path })))
  expect(namedPaths.length).toBeGreaterThan(300)
  expect(namedPaths.filter(({ page, path }) => !exists(path, page))).toEqual([])
})
