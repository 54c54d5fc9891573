import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '#src/core/errors.ts'
import { NAMES } from '../../../verification/offline/bundle-names.ts'

let folder = resolve('dist/verifier')

/** Sets the folder that contains the built verifier. */
export function setVerifierFolder(newFolder: string) {
  folder = newFolder
}

/** The verifier's programs in a bundle, by name. Throws UNAVAILABLE if the verifier is not built. */
export async function verifierFiles(): Promise<Map<string, Uint8Array>> {
  const readProgram = async (name: string, ...paths: string[]): Promise<[string, Uint8Array]> => {
    for (const path of paths) {
      const bytes = await readFile(path).catch(() => null)
      if (bytes) return [name, new Uint8Array(bytes)]
    }
    throw new AppError('UNAVAILABLE')
  }
  return new Map([
    await readProgram(NAMES.page, join(folder, NAMES.page)),
    await readProgram(NAMES.script, join(folder, NAMES.script)),
    await readProgram(
      NAMES.logChecker,
      resolve('dist/client', NAMES.logChecker),
      resolve('public', NAMES.logChecker),
    ),
  ])
}
