import { LRUCache } from 'lru-cache'
import { unprintableIn } from '#assembly/characters/printable.ts'
import { documentLogo } from '#modules/brand/index.ts'
import { importToDraw, type Signable } from '#modules/imports/index.ts'
import { type PartySignatory, signsInBlock } from '#modules/printing/index.ts'
import { MINUTE } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { fileName } from '#src/http/pictures/page-picture.ts'
import { type PageBox, type PdfToDraw, pageBoxes } from '#src/pdf/pictures.ts'
import type { SignatureSpot } from './copy/places.ts'
import { a4Pages, boundsOf, printWithBlocks, signatureBoxes } from './copy/signing-copy.ts'
import type { SignatoryEntry } from './schema.ts'
import { findSetting, signs } from './setting.ts'

/** A preview of the file to be signed: its pages, and the block of each signatory. */
export interface SigningPreview {
  file: PdfToDraw
  boxes: PageBox[]
  /** Whether it is our own document, which has a block for each signatory. */
  hasBlocks: boolean
  /** Positions of the blocks by id of the setting's entry; empty for an imported PDF. */
  blocks: Record<string, SignatureSpot>
}

/** The preview for the page; `pictures` is the URL of the page pictures. */
export interface PreviewAnswer extends Omit<SigningPreview, 'file'> {
  pictures: string
}

/** The current document with blocks for the chosen signatories. Our own documents are printed for this. */
export async function previewOf(db: Db, document: Signable): Promise<SigningPreview> {
  if (document.imported) {
    const file = importToDraw(db, document.imported)
    return { file, boxes: await pageBoxes(file), hasBlocks: false, blocks: {} }
  }
  const setting = await findSetting(db, document)
  const signatories = setting.signatories.filter(signs).map(toPrint)
  const sealed = setting.choices.filter(({ seal }) => seal !== 'none').map(({ party }) => party)
  const key = hashOf(
    JSON.stringify([document.id, document.finalised_at, document.name, document.number, signatories, sealed]),
  )
  const cached = printedPreviews.get(key)
  if (cached) return cached
  const printing = print(db, document, signatories, sealed)
  printedPreviews.set(key, printing)
  printing.catch(() => printedPreviews.delete(key))
  return printing
}

/** Small, because few people set up signings at the same time and each print takes about 250 KB. */
const printedPreviews = new LRUCache<string, Promise<SigningPreview>>({ max: 24, ttl: 10 * MINUTE })

/** The file of a preview by its name in URLs: the current file or a recent one; otherwise null. */
export async function findPreviewFile(db: Db, document: Signable, name: string): Promise<PdfToDraw | null> {
  const { file } = await previewOf(db, document)
  if (fileName(file.sha256) === name) return file
  return recentFiles.get(`${document.id} ${name}`) ?? null
}

const recentFiles = new LRUCache<string, PdfToDraw>({ max: 24, ttl: 10 * MINUTE })

async function print(
  db: Db,
  document: Signable,
  signatories: PartySignatory[],
  sealed: string[],
): Promise<SigningPreview> {
  const { bytes, copy } = await printWithBlocks(document, signatories, {
    sealed,
    logo: await documentLogo(db, document),
  })
  const file = { sha256: hashOf(bytes), read: async () => bytes }
  recentFiles.set(`${document.id} ${fileName(file.sha256)}`, file)
  const blocks = signatories.filter(signsInBlock).flatMap(({ id }) => {
    const [block] = signatureBoxes(copy.places, id)
    return block ? [[id, { page: block[0]!.page, ...boundsOf(block) }] as const] : []
  })
  return { file, boxes: a4Pages(copy.pages), hasBlocks: true, blocks: Object.fromEntries(blocks) }
}

/**
 * Names are previewed while the user types, so text that cannot be printed is left out; the form shows the
 * error.
 */
function toPrint({ id, party, name, title = '', spots }: SignatoryEntry): PartySignatory {
  const printable = (text: string) => (unprintableIn(text).length ? '' : text)
  const inBlock = signsInBlock({ spots })
  return { id, party, name: printable(name), title: printable(title), spots: inBlock ? ['block'] : [] }
}
