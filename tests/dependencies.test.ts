import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedIn } from './support/installed.ts'

interface LockedPackage {
  version: string
  optional?: boolean
  integrity?: string
  hasInstallScript?: boolean
}
type Locked = Record<string, LockedPackage>

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { '': own, ...locked } = json('package-lock.json').packages as Locked
const needed = Object.keys(json('package.json').dependencies)
const sections = readFileSync('docs/dependencies.md', 'utf8').split('\n## ')
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name, rest]) => [name!, ...rest!.split(' | ')])

/** The faults of a table of packages and their reasons. */
function unexplained(names: string[], rows: string[][]): string[] {
  const explained = rows.filter(([, why]) => why).map(([name]) => name!)
  return [
    ...names.filter((name) => !explained.includes(name)).map((name) => `${name}: no line`),
    ...explained.filter((name) => !names.includes(name)).map((name) => `${name}: not needed`),
  ]
}

/**
 * Packages whose installed version differs from the lock file. Packages for other platforms are not
 * installed.
 */
function strangers(packages: Locked): string[] {
  const missingPackages = Object.entries(packages).flatMap(([path, { version, optional }]) => {
    if (!existsSync(`${path}/package.json`)) return optional ? [] : [`${path}: missing`]
    const installed = json(`${path}/package.json`).version
    return installed === version ? [] : [`${path}: ${installed}, locked ${version}`]
  })
  const extra = installedIn('node_modules').filter((path) => !packages[path])
  return [...missingPackages, ...extra.map((path) => `${path}: not locked`)]
}

/**
 * Packages that are older than the minimum in the table, and packages in the table that are not installed.
 */
function tooOld(rows: string[][], packages: Locked): string[] {
  return rows.flatMap(([name, least]) => {
    const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    if (copies.length === 0) return [`${name}: not locked`]
    return copies
      .filter(([, { version }]) => isBelow(version, least!))
      .map(([path, { version }]) => `${path}: ${version}`)
  })
}

const figures = (version: string) => version.split('.').map((one) => Number.parseInt(one, 10))

function isBelow(version: string, least: string): boolean {
  const ownFigures = figures(version)
  const minimumFigures = figures(least)
  if (
    ownFigures.length !== 3 ||
    minimumFigures.length !== 3 ||
    [...ownFigures, ...minimumFigures].some(Number.isNaN)
  )
    return true
  const differenceIndex = ownFigures.findIndex((figure, index) => figure !== minimumFigures[index])
  return differenceIndex >= 0 && ownFigures[differenceIndex]! < minimumFigures[differenceIndex]!
}

const reasonRows = rowsOf(sections[0]!)
const minimumRows = rowsOf(sections[1]!)

test('each package of production has a line with its reason, in order', () => {
  expect(needed.length).toBeGreaterThan(40)
  expect(unexplained(needed, reasonRows)).toEqual([])
  expect(reasonRows.map(([name]) => name)).toEqual(needed.toSorted())
  expect(unexplained(['left-pad', ...needed], reasonRows)).toEqual(['left-pad: no line'])
  expect(unexplained(needed.slice(1), reasonRows)).toEqual([`${needed[0]}: not needed`])
})

test('the installed packages are the locked ones', () => {
  expect(own).toBeDefined()
  expect(strangers(locked)).toEqual([])
  const { 'node_modules/hono': hono, ...others } = locked
  expect(strangers(others)).toEqual(['node_modules/hono: not locked'])
  expect(strangers({ ...locked, 'node_modules/left-pad': hono! })).toEqual(['node_modules/left-pad: missing'])
  expect(strangers({ ...locked, 'node_modules/hono': { version: '1.0.0' } })).toHaveLength(1)
})

test('each locked package of every platform has its hash, and one with a script at its installation is allowed by name', () => {
  const { dependencies, devDependencies, allowScripts } = json('package.json')
  const requiredPackages = Object.entries(locked).filter(([, { optional }]) => !optional)
  const unhashed = requiredPackages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unhashed.map(([path]) => path)).toEqual([])
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([path]) => path.split('node_modules/').at(-1)!)
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(names)].toSorted())
  const versions = Object.values<string>({ ...dependencies, ...devDependencies })
  expect(versions.filter((version) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('no version of a package is below the minimum of an advisory', () => {
  expect(minimumRows.map(([name]) => name)).toContain('hono')
  expect(tooOld(minimumRows, locked)).toEqual([])
  const plantedPackages = {
    'node_modules/a/node_modules/hono': { version: '4.13.6' },
    'node_modules/hono': { version: '4.13.7' },
  }
  expect(tooOld([['hono', '4.13.7']], plantedPackages)).toEqual(['node_modules/a/node_modules/hono: 4.13.6'])
  expect(tooOld([['hono', '4.13']], plantedPackages)).toHaveLength(2)
  expect(tooOld([['left-pad', '1.0.0']], plantedPackages)).toEqual(['left-pad: not locked'])
})

test('all installed packages take at most 700 MB', () => {
  const files = readdirSync('node_modules', { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !/^node_modules\/\./.test(file.parentPath),
  )
  const bytes = files.map(({ parentPath, name }) => statSync(`${parentPath}/${name}`).size)
  expect(bytes.reduce((sum, size) => sum + size) / 1e6).toBeLessThan(700)
})
