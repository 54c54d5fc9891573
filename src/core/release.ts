import { readFileSync } from 'node:fs'

let cachedRelease: string | undefined

/** Identifies this program: its version, and the first digits of the hash of its sources. */
export function release(): string {
  cachedRelease ??= `${versionIn('package.json')}+${builtFrom('dist/built-from')}`
  return cachedRelease
}

function versionIn(file: string): string {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version
  } catch {
    return '0'
  }
}

function builtFrom(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 8)
  } catch {
    return 'sources'
  }
}
