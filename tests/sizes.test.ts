import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/files.ts'

const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const files = sourceFiles(['src', 'modules', 'views', 'islands', 'migrations'])

test('no file is longer than 300 lines, in islands 400', () => {
  const long = files.filter((file) => lines(file) > (file.startsWith('islands/') ? 400 : 300))
  expect(long.map((file) => `${file}: ${lines(file)}`)).toEqual([])
})

test('half of the files have fewer than 75 lines', () => {
  const sizes = files.map(lines).sort((a, b) => a - b)
  expect(sizes.length).toBeGreaterThan(100)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(75)
})

test('the README has fewer than 80 lines and each module has one of at most 25', () => {
  expect(lines('README.md')).toBeLessThan(80)
  for (const name of readdirSync('modules'))
    expect([name, lines(`modules/${name}/README.md`)]).toEqual([
      name,
      expect.toSatisfy((count) => count <= 25),
    ])
})
