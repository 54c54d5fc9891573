import { readFile, writeFile } from 'node:fs/promises'
import { checkFile } from './copy/check-file.ts'

/**
 * A process of its own for one file: reads `from`, writes its working copy to `to`, and says in one line of
 * JSON what was found.
 */
// The second reader loads a canvas that it never draws on.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1'
const [from, to, mostPages] = process.argv.slice(2)
const { finding, copy } = await checkFile(new Uint8Array(await readFile(from!)), Number(mostPages))
if (copy) await writeFile(to!, copy)
process.stdout.write(JSON.stringify(finding))
