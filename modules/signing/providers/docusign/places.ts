import { createHash } from 'node:crypto'
import { AppError } from '#src/core/errors.ts'
import { type PageBox, pageBoxes } from '#src/pdf/pictures.ts'
import { shownSize } from '#views/signature-places/plane.ts'
import type { RemoteOrder, RemotePlace } from '../remote/service.ts'
import { refused, unavailable } from './errors.ts'

/** Size of a signature tab at scale 1, in points; a tab can be scaled by 0.5 to 2. */
const SIGNATURE_SIZE = { width: 120, height: 60 }

/** The pages of the file, which are needed because DocuSign counts from the upper edge. */
export async function pagesOf({ file }: Pick<RemoteOrder, 'file'>): Promise<PageBox[]> {
  const sha256 = createHash('sha256').update(file).digest('hex')
  try {
    return await pageBoxes({ sha256, read: async () => file })
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAGE_NOT_DRAWN')
      throw refused('UNREADABLE_FILE', 'The pages of the file cannot be read')
    throw unavailable('PAGES_BUSY', 'The pages of the file were not read', error)
  }
}

/** A signature tab in the upper left corner of a place, as large as the place allows. */
export function signHereTab({ page, x, y, width, height }: RemotePlace, pages: PageBox[]) {
  const box = pages[page - 1]
  if (!box) throw refused('NO_SUCH_PAGE', `The file has no page ${page}`)
  const scale = Math.min(width / SIGNATURE_SIZE.width, height / SIGNATURE_SIZE.height)
  return {
    documentId: DOCUMENT,
    pageNumber: String(page),
    xPosition: String(Math.max(0, Math.round(x))),
    yPosition: String(Math.max(0, Math.round(shownSize(box).height - y - height))),
    scaleValue: String(Math.round(Math.min(2, Math.max(0.5, scale)) * 100) / 100),
  }
}

/** The only document of an envelope. */
export const DOCUMENT = '1'

/** A button to agree without signing. It leaves no mark on the page, so its position does not matter. */
export const APPROVE_TAB = { documentId: DOCUMENT, pageNumber: '1', xPosition: '36', yPosition: '36' }
