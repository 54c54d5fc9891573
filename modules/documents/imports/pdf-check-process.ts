import { readFile, writeFile } from 'node:fs/promises'
import { PDF } from '@libpdf/core'
import { removeActive } from './active-content.ts'
import type { Finding } from './pdf-check.ts'

/**
 * A process of its own for one file: reads `from`, and writes `to` what is left without what could do something by
 * itself, where that is less. What was found goes out as one line of JSON.
 */
async function main([from, to, mostPages]: string[]): Promise<Finding> {
  const bytes = new Uint8Array(await readFile(from!))
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return { refused: 'type' }
  const pdf = await PDF.load(bytes, { lenient: false })
  if (pdf.isEncrypted) return { refused: 'encrypted' }
  const pages = pdf.getPageCount()
  if (!pages) return { refused: 'unreadable' }
  if (pages > Number(mostPages)) return { refused: 'pages' }
  const { removed, refused, signed } = clean(pdf)
  if (refused) return { refused }
  if (!removed.size) return { pages, removed: [], signed }
  if (signed) return { refused: 'signed' }
  await writeClean(pdf, pages, to!)
  return { pages, removed: [...removed], signed }
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

function refusalOf(error: unknown): Finding {
  const { name, message } = error as Error
  return { refused: ENCRYPTED.test(`${name} ${message}`) ? 'encrypted' : 'unreadable' }
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2)).catch(refusalOf)))
