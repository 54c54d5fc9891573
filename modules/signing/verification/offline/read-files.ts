import { unzipSync } from 'fflate'
import { NAMES } from './bundle-names.ts'

/** Metadata files that operating systems add to folders and zip files. */
const LITTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/

/** The files of a zip file by name. Throws if the file is not a zip file. */
export function filesInZip(zip: Uint8Array): Map<string, Uint8Array> {
  const entries = Object.entries(unzipSync(zip)).filter(([name]) => !name.endsWith('/'))
  return bundleIn(new Map(entries))
}

/** The files of the bundle by path; the bundle may be in a subfolder. Empty if there is no bundle. */
export function bundleIn(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const manifest = [...files.keys()]
    .filter((name) => name === NAMES.manifest || name.endsWith(`/${NAMES.manifest}`))
    .sort((a, b) => a.length - b.length)[0]
  if (manifest === undefined) return new Map()
  const folder = manifest.slice(0, manifest.length - NAMES.manifest.length)
  return new Map(
    [...files]
      .filter(([name]) => name.startsWith(folder) && !LITTER.test(name))
      .map(([name, bytes]) => [name.slice(folder.length), bytes]),
  )
}
