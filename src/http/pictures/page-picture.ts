import { AppError, notFound } from '#src/core/errors.ts'
import {
  type PageBox,
  type PdfToDraw,
  type PictureWidth,
  pageBoxes,
  pagePicture,
  WIDTHS,
} from '#src/pdf/pictures.ts'
import type { Ctx } from '../web.ts'

/**
 * The end of an address at which a page of a file has its picture: it names the file, and so never changes.
 */
export const PICTURE_PATH = 'pages/:file/:page'

/** What a file is called in addresses, by the SHA-256 of its bytes (hex). */
export const fileName = (sha256: string) => sha256.slice(0, 16)

/** Where the pictures of a file's pages are: `picturesAt('/mgmt/…', sha256)` and the number of the page. */
export const picturesAt = (path: string, sha256: string) => `${path}/pages/${fileName(sha256)}`

/** Kept by the reader's own browser alone. */
const FOR_A_MONTH = 'private, max-age=2592000, immutable'

/**
 * The picture that such an address asks for, of a file that the reader may see; null where there is none.
 * Throws NOT_FOUND for another file, a page that is not there or a width that is not drawn, and what
 * `pagePicture` throws.
 */
export async function sendPagePicture(c: Ctx, file: PdfToDraw | null): Promise<Response> {
  const width = Number(c.req.query('width') ?? WIDTHS.at(-1)) as PictureWidth
  const page = c.req.param('page') ?? ''
  if (!file || fileName(file.sha256) !== c.req.param('file')) notFound()
  if (!WIDTHS.includes(width) || !/^[1-9]\d{0,4}$/.test(page)) notFound()
  const picture = await pagePicture(file, Number(page), width)
  c.header('Content-Type', 'image/webp')
  c.header('Cache-Control', FOR_A_MONTH)
  return c.body(new Uint8Array(picture))
}

/** The boxes of a file's pages; upright A4 for each of `pages` where it cannot be read to draw it. */
export async function boxesToShow(file: PdfToDraw, pages: number): Promise<PageBox[]> {
  try {
    return await pageBoxes(file)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PAGE_NOT_DRAWN')) throw error
    return Array.from({ length: pages }, (_, index) => blankPage(index + 1))
  }
}

const blankPage = (page: number): PageBox => ({ page, x: 0, y: 0, width: 595, height: 842, rotate: 0 })
