import { notFound } from '#src/core/errors.ts'
import { type PdfToDraw, type PictureWidth, pagePicture, WIDTHS } from '#src/pdf/pictures.ts'
import type { Ctx } from './web.ts'

/** The end of an address at which a page of a file has its picture: the file by its SHA-256, so that it never changes. */
export const PICTURE_PATH = 'pages/:file/:page'

/** Kept by the reader's own browser alone. */
const FOR_A_MONTH = 'private, max-age=2592000, immutable'

/**
 * The picture that such an address asks for, of a file that the reader may see; null where there is none. Throws NOT_FOUND for
 * another file, a page that is not there or a width that is not drawn, and what `pagePicture` throws.
 */
export async function sendPagePicture(c: Ctx, file: PdfToDraw | null): Promise<Response> {
  const width = Number(c.req.query('width') ?? WIDTHS.at(-1)) as PictureWidth
  const page = c.req.param('page') ?? ''
  if (!file || file.sha256 !== c.req.param('file') || !WIDTHS.includes(width) || !/^[1-9]\d{0,4}$/.test(page))
    notFound()
  const picture = await pagePicture(file, Number(page), width)
  c.header('Content-Type', 'image/webp')
  c.header('Cache-Control', FOR_A_MONTH)
  return c.body(new Uint8Array(picture))
}
