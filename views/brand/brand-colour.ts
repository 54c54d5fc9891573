/** Computes shades of a team's brand colour that are readable on our pages, with text readable on them. */

const WHITE = '#ffffff'
/** Near black: the text on the shade for dark pages, and one of their backgrounds. */
const INK = '#14110f'
/** The backgrounds of light and of dark pages (`theme.css`). */
const LIGHT_BACKGROUNDS = [WHITE, '#f7f5ef']
const DARK_BACKGROUNDS = ['#1f1d1a', INK]

/** The minimum contrast of WCAG 2.2, 1.4.3, with a little more, because shades are rounded. */
const MIN_CONTRAST = 4.6

export interface Shades {
  /** The shade for light pages and mails, with white text on it. */
  light: string
  /** The shade for dark pages, with near black text on it. */
  dark: string
  /** Whether the light shade differs from the chosen colour. */
  isDarkened: boolean
}

/** `colour`: in the form #rrggbb. */
export function shadesOf(colour: string): Shades {
  const light = readableOn(colour, LIGHT_BACKGROUNDS, 0)
  return { light, dark: readableOn(colour, DARK_BACKGROUNDS, 255), isDarkened: light !== colour }
}

/** The styles of everything within `.branded`. */
export function brandStyles(colour: string): string {
  const { light, dark } = shadesOf(colour)
  const rule = (shade: string, textColour: string) =>
    `.branded{--color-primary:${shade};--color-primary-content:${textColour}}`
  return `${rule(light, WHITE)}\n@media screen and (prefers-color-scheme: dark){${rule(dark, INK)}}\n`
}

/** Converts the input, with or without # and with three or six digits, to #rrggbb; null if it is invalid. */
export function readColour(typed: string): string | null {
  const digits = typed.trim().replace('#', '').toLowerCase()
  const isHex = [...digits].every((digit) => '0123456789abcdef'.includes(digit))
  if (!isHex || (digits.length !== 3 && digits.length !== 6)) return null
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')}`
}

/** The nearest colour, in the direction of black or white, that is readable on all of these backgrounds. */
function readableOn(colour: string, backgrounds: string[], end: 0 | 255): string {
  for (let share = 0; share < 1; share += 0.01) {
    const mixedColour = hexOf(channelsOf(colour).map((one) => one + (end - one) * share))
    if (backgrounds.every((background) => contrast(mixedColour, background) >= MIN_CONTRAST))
      return mixedColour
  }
  return end === 0 ? '#000000' : WHITE
}

const channelsOf = (colour: string) =>
  [1, 3, 5].map((offset) => Number.parseInt(colour.slice(offset, offset + 2), 16))

const hexOf = (channels: number[]) =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

/** The contrast between two colours, from 1 to 21 (source: WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
