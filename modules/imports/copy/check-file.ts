import { PdfSyntaxError } from '#src/pdf/lexer.ts'
import { EncryptedPdfError, type PdfFile, readPdf } from '#src/pdf/read.ts'
import { RepairError, repairPdf } from '#src/pdf/repair.ts'
import { AmbiguousPdfError } from '#src/pdf/sections.ts'
import { scanStructure } from '#src/pdf/structure.ts'
import { dictOf } from '#src/pdf/values.ts'
import { removeActive } from '../active-content.ts'
import type { Finding } from '../pdf-check.ts'
import { PrintOnlyError } from './annotations.ts'
import { buildCopy, LayersDifferError } from './build.ts'
import { compareFiles, DisagreementError, FieldDiffersError } from './compare.ts'
import { formOf } from './fields.ts'
import { pagesOf, type SourcePage } from './pages.ts'

interface CheckResult {
  finding: Finding
  /** The working copy; null for a refused file, and for a signed file, which is itself the working copy. */
  copy: Uint8Array | null
}

/** Checks an untrusted file and makes its working copy. */
export async function checkFile(bytes: Uint8Array, maxPages: number): Promise<CheckResult> {
  try {
    return await workingCopyOf(bytes, maxPages)
  } catch (error) {
    return { finding: refusalFor(error), copy: null }
  }
}

async function workingCopyOf(bytes: Uint8Array, maxPages: number): Promise<CheckResult> {
  const refuse = (refused: Extract<Finding, { refused: string }>['refused']): CheckResult => ({
    finding: { refused },
    copy: null,
  })
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return refuse('type')
  const { file, fileRepairs } = await readOrRepair(bytes)
  const pages = pagesOf(file, maxPages)
  if (!pages.length) return refuse('unreadable')
  if (pages.length > maxPages) return refuse('pages')
  const catalog = dictOf(file.trailer.get('Root'), file.resolve)!
  const { removed, refused } = removeActive(catalog, (ref) => file.resolve(ref))
  if (refused) return refuse(refused)
  const isSigned = formOf(file)?.hasSignature === true
  // Usage rights by Adobe are harmless, so they may remain in a signed file.
  if (isSigned && [...removed].some((kind) => kind !== 'usageRights')) return refuse('signed')
  if (isSigned && (fileRepairs.length || 'fault' in scanStructure(bytes))) return refuse('signedStructure')
  const { bytes: copy, repairs, flattened } = buildCopy(file, pages, bytes)
  const { openDrawn } = await import('./drawn.ts')
  await compareFiles(await openDrawn(bytes), await openDrawn(copy), flattened)
  const facts = { pages: pages.length, pageBoxes: pages.map(boxOf) }
  // A file signed by others is stored byte for byte; its copy only served to check that readers agree on it.
  if (isSigned) return { finding: { ...facts, removed: [], repairs: [], signed: isSigned }, copy: null }
  return {
    finding: { ...facts, removed: [...removed], repairs: [...fileRepairs, ...repairs], signed: isSigned },
    copy,
  }
}

const boxOf = ({ cropBox: [left, bottom, right, top], rotate }: SourcePage, index: number) => ({
  page: index + 1,
  x: left,
  y: bottom,
  width: right - left,
  height: top - bottom,
  rotate,
})

/** The unchanged file, or PDFium's rewritten version if it is damaged or encrypted. */
async function readOrRepair(
  bytes: Uint8Array,
): Promise<{ file: PdfFile; fileRepairs: ('structure' | 'restrictions')[] }> {
  try {
    const file = readPdf(bytes)
    walkAll(file)
    return { file, fileRepairs: file.oddities.size ? ['structure'] : [] }
  } catch (error) {
    const isEncrypted = error instanceof EncryptedPdfError
    if (!isEncrypted && !(error instanceof PdfSyntaxError)) throw error
    const file = readPdf(await repairPdf(bytes))
    return { file, fileRepairs: [isEncrypted ? 'restrictions' : 'structure'] }
  }
}

/** Reads every object reachable from the catalog once, so that damage is found before the copy is made. */
function walkAll({ trailer, resolve }: PdfFile) {
  const visited = new Set<unknown>()
  const queue = [resolve(trailer.get('Root')), resolve(trailer.get('Info'))]
  for (let object = queue.pop(); object !== undefined; object = queue.pop()) {
    if (!object || visited.has(object)) continue
    if (object.type === 'array') queue.push(...[...(object as Iterable<never>)].map((item) => resolve(item)))
    else if (object.type === 'dict' || object.type === 'stream')
      for (const [, value] of object as Iterable<[unknown, never]>) queue.push(resolve(value))
    else continue
    visited.add(object)
  }
}

function refusalFor(error: unknown): Finding {
  if (error instanceof DisagreementError) return { refused: 'disagreement', page: error.page }
  if (error instanceof FieldDiffersError) return { refused: 'field', field: error.field }
  if (error instanceof LayersDifferError || error instanceof PrintOnlyError) return { refused: 'layers' }
  if (error instanceof AmbiguousPdfError) return { refused: 'ambiguous' }
  if (error instanceof RepairError && error.password) return { refused: 'encrypted' }
  return { refused: 'unreadable' }
}
