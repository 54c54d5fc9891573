import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sourceFiles } from '#tests/support/files.ts'
import { COMPANY, PRODUCTION } from '#tests/support/production.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** The variables that are named at the beginning of lines. */
const namesIn = (text: string) => [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)

/** Every variable that the configuration reads. */
const known = new Set(
  sourceFiles(['src/core']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
  ),
)

test('.env.example names every variable that production needs, and no unknown one', () => {
  const names = namesIn(readFileSync('.env.example', 'utf8'))
  for (const name of [...Object.keys(PRODUCTION), ...Object.keys(COMPANY), 'SECRET_KEY'])
    expect(names).toContain(name)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('the image and the unit of systemd start the server alike', () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!)
    .slice(1)
    .join(' ')
  const unit = readFileSync('deploy/qishu.service', 'utf8')
  expect(/^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit)![1]).toBe(command)
  for (const setting of ['MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072'])
    expect([dockerfile.includes(setting), unit.includes(setting)]).toEqual([true, true])
})

test('every file that the image copies is there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
    files!.split(' '),
  )
  expect(copied).toContain('package-lock.json')
  expect(copied.filter((file) => !existsSync(file))).toEqual([])
})

test('the services of compose stop within the time that the server needs, and share files and database', () => {
  const { services, volumes } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })
  for (const name of ['first', 'second']) {
    expect(services[name]).toMatchObject({ read_only: true, stop_grace_period: '15s', env_file: '.env' })
    expect(services[name].volumes).toEqual(['files:/data'])
    expect(Object.keys(services[name].environment).every((one) => known.has(one))).toBe(true)
  }
  expect(Object.keys(volumes)).toEqual(['files', 'database'])
})
