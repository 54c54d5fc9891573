import { publicUrl } from '#src/http/envelope.ts'
import type { SenderBrand } from '#src/mail/mail-template.tsx'
import { shadesOf } from '#views/brand/brand-colour.ts'
import type { ShownBrand, ShownLogo } from '#views/brand/shown-brand.ts'
import type { Brand } from './brand.ts'

const MAX_HEAD_SIZE = { width: 160, height: 36 }
const MAX_MAIL_SIZE = { width: 200, height: 48 }

/** The sender of a document: the team's brand, and its name at the time of sending. */
interface DocumentSender {
  brand: Brand | null
  starter_team: string
}

export const logoPath = (sha256: string) => `/brand/logos/${sha256}.png`
export const stylesPath = (colour: string) => `/brand/colours/${colour.slice(1)}.css`

/** The brand for the pages that recipients open; undefined for the default look. */
export function pageBrand({ brand, starter_team }: DocumentSender): ShownBrand | undefined {
  if (!brand) return
  const stylesheet = brand.colour && stylesPath(brand.colour)
  return { name: starter_team, logo: shownLogo(brand, MAX_HEAD_SIZE), stylesheet }
}

/** The brand for the mails to recipients. */
export function mailBrand({ brand, starter_team }: DocumentSender): SenderBrand | undefined {
  if (!brand) return
  const logo = shownLogo(brand, MAX_MAIL_SIZE)
  return {
    name: starter_team,
    logo: logo && { ...logo, src: publicUrl(logo.src) },
    colour: brand.colour && shadesOf(brand.colour).light,
  }
}

/** The size at which the logo is shown: as large as it fits, never enlarged. */
function shownLogo({ logo, width, height }: Brand, max: typeof MAX_HEAD_SIZE): ShownLogo | null {
  if (!logo || !width || !height) return null
  const scale = Math.min(max.width / width, max.height / height, 1)
  return { src: logoPath(logo), width: Math.round(width * scale), height: Math.round(height * scale) }
}
