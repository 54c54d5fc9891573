import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = readdirSync('migrations')
const modules = ['platform', ...readdirSync('modules')].join('|')

test('migrations are named by date, module and action', () => {
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(new RegExp(`^\\d{8}T\\d{4}_(${modules})_[a-z_]+\\.ts$`))
})

test('migrations are frozen: they import kysely and nothing of ours', () => {
  for (const name of names) {
    const imports = [...readFileSync(`migrations/${name}`, 'utf8').matchAll(/from '([^']+)'/g)].map(
      (m) => m[1],
    )
    expect([name, imports]).toEqual([name, ['kysely']])
  }
})

/** After the first release tables have rows, and their indexes are built concurrently. */
const FIRST_RELEASE = '20261128T0900'

test('indexes of existing tables are built while others write', () => {
  for (const name of names.filter((name) => name.slice(0, 13) > FIRST_RELEASE)) {
    const text = readFileSync(`migrations/${name}`, 'utf8')
    const created = [...text.matchAll(/createTable\('([^']+)'/g)].map(([, table]) => table)
    const indexed = [...text.matchAll(/\.on\('([^']+)'\)/g)].map(([, table]) => table)
    expect([name, indexed.filter((table) => !created.includes(table))]).toEqual([name, []])
    const rawStatements = [...text.matchAll(/(?:create (?:unique )?|drop )index(?! concurrently)/gi)]
    expect([name, rawStatements.length]).toEqual([name, 0])
    const concurrently = /index concurrently/i.test(text)
    expect([name, /export const transaction = false/.test(text)]).toEqual([name, concurrently])
  }
})
