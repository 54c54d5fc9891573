import { readFile, writeFile } from 'node:fs/promises'
import { PDF, type PDFPage } from '@libpdf/core'
import { removeActive } from './active-content.ts'
import type { PageBox } from './areas.ts'
import type { Finding } from './pdf-check.ts'

/**
 * A process of its own for one file: reads `from`, and writes `to` what is left without what could do something by
 * itself, where that is less. What was found goes out as one line of JSON.
 */
async function check([from, to, mostPages]: string[]): Promise<Finding> {
  const bytes = new Uint8Array(await readFile(from!))
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return { refused: 'type' }
  const pdf = await PDF.load(bytes, { lenient: false })
  if (pdf.isEncrypted) return { refused: 'encrypted' }
  const pages = pdf.getPageCount()
  if (!pages) return { refused: 'unreadable' }
  if (pages > Number(mostPages)) return { refused: 'pages' }
  const { removed, refused, signed } = clean(pdf)
  if (refused) return { refused }
  const lastPage = boxOf(pdf.getPage(pages - 1)!)
  if (!removed.size) return { pages, lastPage, removed: [], signed }
  if (signed) return { refused: 'signed' }
  await writeClean(pdf, pages, to!)
  return { pages, lastPage, removed: [...removed], signed }
}

const boxOf = (page: PDFPage): PageBox => {
  // The library gives the second corner where it says width and height.
  const { x, y, width: right, height: top } = page.getCropBox()
  return { x: Math.min(x, right), y: Math.min(y, top), width: Math.abs(right - x), height: Math.abs(top - y) }
}

const clean = (pdf: PDF) => removeActive(pdf.context.catalog.getDict(), (ref) => pdf.context.resolve(ref))

/** What is written is read once more: the same pages, and nothing left to take out. */
async function writeClean(pdf: PDF, pages: number, to: string) {
  const bytes = await pdf.save()
  const again = await PDF.load(bytes, { lenient: false })
  const left = clean(again)
  if (again.getPageCount() !== pages || left.removed.size || left.refused) throw new Error('not clean')
  await writeFile(to, bytes)
}

const ENCRYPTED = /encrypt|password|credential|security/i

/** What is locked looks like rubbish where a file packs its objects: its trailer, which never is, says so. */
async function refusalOf(error: unknown): Promise<Finding> {
  const { name, message } = error as Error
  const locked = ENCRYPTED.test(`${name} ${message}`) || (await readFile(given[0]!)).includes('/Encrypt')
  return { refused: locked ? 'encrypted' : 'unreadable' }
}

/** Signatures are added to the end of a file, which some files do not allow as they are. */
async function prepare([from, to]: string[]) {
  const pdf = await PDF.load(new Uint8Array(await readFile(from!)), { lenient: false })
  if (pdf.canSaveIncrementally() === null) return
  const bytes = await pdf.save()
  const again = await PDF.load(bytes, { lenient: false })
  if (again.canSaveIncrementally() !== null || again.getPageCount() !== pdf.getPageCount()) process.exit(1)
  await writeFile(to!, bytes)
}

const [what, ...given] = process.argv.slice(2)
if (what === 'prepare') await prepare(given)
else process.stdout.write(JSON.stringify(await check(given).catch(refusalOf)))
