import { readFile, writeFile } from 'node:fs/promises'
import { checkFile } from './copy/check-file.ts'

/**
 * The main function of a separate process for one file: reads `from`, writes its working copy to `to`, and
 * prints the findings as one line of JSON.
 */
// Keeps the second reader from loading fonts of the system for a canvas that it never draws on.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1'
const [from, to, maxPages] = process.argv.slice(2)
const { finding, copy } = await checkFile(new Uint8Array(await readFile(from!)), Number(maxPages))
if (copy) await writeFile(to!, copy)
process.stdout.write(JSON.stringify(finding))
