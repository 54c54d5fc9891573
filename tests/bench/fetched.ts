import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

/**
 * Where a package lies that the bench alone compares with, e.g. `lighthouse@13.5.0`. It is fetched on first
 * use, beside the project's own packages: nobody who only runs the product has to.
 */
export function fetched(wanted: string): string {
  const name = wanted.slice(0, wanted.lastIndexOf('@'))
  const home = `node_modules/.cache/bench/${wanted.replace('/', '+')}`
  const folder = `${home}/node_modules/${name}`
  if (!existsSync(folder))
    execFileSync('npm', ['install', ...QUIETLY, '--prefix', home, wanted], { stdio: 'inherit' })
  return folder
}
