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
 * The end of the address of a page's picture. The address contains the hash of the file, so the picture
 * never changes.
 */
export const PICTURE_PATH = 'pages/:file/:page'

/** The name of a file in addresses, made from the SHA-256 of its bytes (hex). */
export const fileName = (sha256: string) => sha256.slice(0, 16)

/** The base address of the pictures of a file's pages; the page number is appended. */
export const picturesAt = (path: string, sha256: string) => `${path}/pages/${fileName(sha256)}`

/** Caching by the reader's browser only. */
const CACHED_FOR_A_MONTH = 'private, max-age=2592000, immutable'

/**
 * Sends the requested picture of a file that the reader may see. Throws NOT_FOUND for a missing or different
 * file, or an unknown page or width, and the errors of `pagePicture`.
 */
export async function sendPagePicture(c: Ctx, file: PdfToDraw | null): Promise<Response> {
  const width = Number(c.req.query('width') ?? WIDTHS.at(-1)) as PictureWidth
  const page = c.req.param('page') ?? ''
  if (!file || fileName(file.sha256) !== c.req.param('file')) notFound()
  if (!WIDTHS.includes(width) || !/^[1-9]\d{0,4}$/.test(page)) notFound()
  const picture = await pagePicture(file, Number(page), width)
  c.header('Content-Type', 'image/webp')
  c.header('Cache-Control', CACHED_FOR_A_MONTH)
  return c.body(new Uint8Array(picture))
}

/** The boxes of a file's pages; upright A4 for each of `pages` if the file cannot be read. */
export async function boxesToShow(file: PdfToDraw, pages: number): Promise<PageBox[]> {
  try {
    return await pageBoxes(file)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PAGE_NOT_DRAWN')) throw error
    return Array.from({ length: pages }, (_, index) => blankPage(index + 1))
  }
}

const blankPage = (page: number): PageBox => ({ page, x: 0, y: 0, width: 595, height: 842, rotate: 0 })
