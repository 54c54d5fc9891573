/** A team's brand on pages for people to whom the team has sent something. */
export interface ShownBrand {
  /** The name of the team. */
  name: string
  logo: ShownLogo | null
  /** The address of the styles that set the colour within `.branded`; null without a colour. */
  stylesheet: string | null
}

export interface ShownLogo {
  src: string
  /** The size in CSS pixels. */
  width: number
  height: number
}
