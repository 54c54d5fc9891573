import type { Ctx } from '#src/http/web.ts'
import { svgOf } from './design/svg.ts'
import type { SealPicture } from './seal.ts'

/** Sends the picture of a seal: SVG if we drew it, PNG if it was uploaded. */
export function sendSealPicture(c: Ctx, { look, picture }: SealPicture): Response {
  if (look.way === 'drawn') return sendSvg(c, svgOf(look.design))
  c.header('Content-Type', 'image/png')
  return c.body(new Uint8Array(picture!))
}

export function sendSvg(c: Ctx, svg: string): Response {
  c.header('Content-Type', 'image/svg+xml')
  return c.body(svg)
}
