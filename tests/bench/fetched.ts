import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

/**
 * The folder of a package that only the bench uses for comparison, such as `lighthouse@13.5.0`. It is
 * installed on first use, separately from the project's packages, which users of the product need.
 */
export function fetched(packageSpec: string): string {
  const name = packageSpec.slice(0, packageSpec.lastIndexOf('@'))
  const home = `node_modules/.cache/bench/${packageSpec.replace('/', '+')}`
  const folder = `${home}/node_modules/${name}`
  if (!existsSync(folder))
    execFileSync('npm', ['install', ...QUIETLY, '--prefix', home, packageSpec], { stdio: 'inherit' })
  return folder
}
