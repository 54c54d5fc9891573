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
