import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

/**
 * The folder of a package that only the bench compares with, e.g. `lighthouse@13.5.0`. It is fetched on first
 * use, separate from the project's own packages, so that users of the product do not need it.
 */
export function fetched(wanted: string): string {
  const name = wanted.slice(0, wanted.lastIndexOf('@'))
  const home = `node_modules/.cache/bench/${wanted.replace('/', '+')}`
  const folder = `${home}/node_modules/${name}`
  if (!existsSync(folder))
    execFileSync('npm', ['install', ...QUIETLY, '--prefix', home, wanted], { stdio: 'inherit' })
  return folder
}
