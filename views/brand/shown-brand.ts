/** A team's brand on pages for people who received something from it. */
export interface ShownBrand {
  /** The team. */
  name: string
  logo: ShownLogo | null
  /** Address of the styles that set the colour within `.branded`; null without a colour. */
  stylesheet: string | null
}

export interface ShownLogo {
  src: string
  /** CSS pixels. */
  width: number
  height: number
}
