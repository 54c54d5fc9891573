import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import biome from '../biome.json' with { type: 'json' }
import { fileOf, GROUPS, omittedFiles } from './support/drawn.ts'
import { sourceFiles } from './support/files.ts'

const width = biome.formatter.lineWidth
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')
const files = sourceFiles(['src', 'assembly', 'modules', 'views', 'islands', 'migrations'])
const withTests = [...files, ...sourceFiles(['tests'])]

test('no file is longer than 300 lines, in islands 400', () => {
  expect(files.length).toBeGreaterThan(500)
  const longFiles = files.filter(
    (file) => linesOf(file).length - 1 > (file.startsWith('islands/') ? 400 : 300),
  )
  expect(longFiles.map((file) => `${file}: ${linesOf(file).length - 1}`)).toEqual([])
})

describe('a daily run', () => {
  const slowFiles = GROUPS.flat().map(fileOf)

  test('lists each slow file once, and only existing ones', () => {
    expect(slowFiles.filter((file) => !existsSync(file))).toEqual([])
    expect(new Set(slowFiles).size).toBe(slowFiles.length)
  })

  test('runs one file of each group, and each file with some seed', () => {
    const runs = Array.from({ length: 200 }, (_, seed) => new Set(omittedFiles(seed)))
    for (const omitted of runs)
      expect(GROUPS.map((group) => group.filter((name) => !omitted.has(fileOf(name))).length)).toEqual(
        GROUPS.map(() => 1),
      )
    expect(slowFiles.filter((file) => runs.every((omitted) => omitted.has(file)))).toEqual([])
  })
})

test('each module has a README', () => {
  for (const name of readdirSync('modules')) expect(linesOf(`modules/${name}/README.md`)[0]).toMatch(/^# /)
})

/**
 * Whether a comment is wider than the formatter's width. A directive or a long address cannot be wrapped.
 */
const isLongComment = (line: string) =>
  line.length > width && /^\s*(\*|\/\/|\/\*)/.test(line) && !/biome-ignore|https?:/.test(line)

test('comments are within the width of the formatter', () => {
  expect(isLongComment(`  // ${'word '.repeat(30)}`)).toBe(true)
  const longLines = withTests.flatMap((file) =>
    linesOf(file).flatMap((line, index) => (isLongComment(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(longLines).toEqual([])
})

/** Lines of prose longer than the formatter's width, except tables, code, addresses and single words. */
function longProse(text: string): string[] {
  let isCode = false
  return text.split('\n').filter((line) => {
    if (line.trim().startsWith('```')) isCode = !isCode
    if (isCode || line.length <= width || /^\s*(\||\[[^\]]+\]:|#)|https?:/.test(line)) return false
    return line.slice(0, width).trim().includes(' ')
  })
}

test('prose is within the width of the formatter', () => {
  expect(longProse(`A sentence that ${'goes on and '.repeat(12)}on.`)).toHaveLength(1)
  expect(longProse(`| A table that ${'goes on and '.repeat(12)}on |`)).toEqual([])
  const texts = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
  const longLines = texts
    .filter((file) => file !== 'docs/measured.md')
    .flatMap((file) => longProse(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))
  expect(longLines).toEqual([])
})

/** A literal spread into the literal that contains it, or a union wrapped in parentheses to save lines. */
const PACKED = /\.\.\.\{|\.\.\.\[[^[\]]*\](?=\s*[,\]])|^\s+\| \(['"]/m

test('no literal is spread into a literal', () => {
  for (const packed of [
    '...{ a, b },',
    "...['a', 'b'],",
    '{...{ a, b }}',
    '[...[\n1,\n2]]',
    "  | ('a' | 'b')",
  ])
    expect(packed).toMatch(PACKED)
  for (const plain of ['...[a, b].map(x),', '...(a ? { b } : {})', 'f(...[a])'])
    expect(plain).not.toMatch(PACKED)
  const packed = withTests.filter(
    (file) => !file.endsWith('layout.test.ts') && PACKED.test(readFileSync(file, 'utf8')),
  )
  expect(packed).toEqual([])
})
