import type { Font } from '@pdf-lib/fontkit'
import { openFont, type Step, withMissingTypes } from './faces.ts'

/** A handwriting font. */
export interface Hand {
  /** The glyphs of a text, with its ligatures and kerning, each at its position; lengths in em. */
  layout(text: string): { outlines: { steps: Step[]; x: number; y: number }[]; width: number }
  has(character: string): boolean
  /** How much larger than others the font is set, because its letters are small within their em. */
  enlarged: number
}

/** Simplified and traditional Chinese fonts; together they have the characters of most names. */
const HAN = [
  { file: '@expo-google-fonts/ma-shan-zheng/400Regular/MaShanZheng_400Regular.ttf', enlarged: 1 },
  { file: '@fontsource/iansui/files/iansui-chinese-traditional-400-normal.woff', enlarged: 1 },
]
/** Fonts with Western, Cyrillic and Vietnamese letters. */
const LETTERS = [
  { file: '@expo-google-fonts/caveat/400Regular/Caveat_400Regular.ttf', enlarged: 1.08 },
  { file: '@expo-google-fonts/dancing-script/400Regular/DancingScript_400Regular.ttf', enlarged: 0.96 },
]

const opened = new Map<string, Hand>()

const IS_HAN = /\p{Script=Han}/u

/**
 * Divides a name between two handwriting fonts: one that has all its Chinese characters, and one that has
 * all its letters. Null if there is no such font, because a partly handwritten name would look wrong.
 */
export function divideBetweenHands(name: string): { text: string; hand: Hand }[] | null {
  const characters = [...name]
  const han = characters.filter((one) => IS_HAN.test(one))
  const letters = characters.filter((one) => /[\p{L}\p{M}\p{N}]/u.test(one) && !IS_HAN.test(one))
  const hanHand = han.length > 0 ? handWith(HAN, han) : undefined
  const letterHand = letters.length > 0 ? handWith(LETTERS, letters) : undefined
  if ((han.length > 0 && !hanHand) || (letters.length > 0 && !letterHand)) return null
  const runs: { text: string; hand: Hand }[] = []
  for (const character of characters) {
    const preferred = IS_HAN.test(character) ? hanHand : (letterHand ?? hanHand)
    // A punctuation mark may be set in any of the fonts.
    const hand = [preferred, hanHand, ...LETTERS.map(handOf)].find((one) => one?.has(character))
    if (!hand) return null
    const lastRun = runs.at(-1)
    if (lastRun?.hand === hand) lastRun.text += character
    else runs.push({ text: character, hand })
  }
  return runs
}

const handWith = (hands: typeof HAN, characters: string[]): Hand | undefined =>
  hands.map(handOf).find((hand) => characters.every((one) => hand.has(one)))

function handOf({ file, enlarged }: (typeof HAN)[number]): Hand {
  const hand = opened.get(file) ?? openHand(openFont(file).font, enlarged)
  opened.set(file, hand)
  return hand
}

function openHand(font: Font, enlarged: number): Hand {
  const characters = new Set(font.characterSet)
  return {
    enlarged,
    has: (character) => characters.has(character.codePointAt(0)!),
    layout: (text) => {
      const { glyphs, positions } = font.layout(text)
      let x = 0
      const outlines = glyphs.map((glyph, index) => {
        const { xAdvance, xOffset, yOffset } = positions[index]!
        const position = { x: (x + xOffset) / font.unitsPerEm, y: yOffset / font.unitsPerEm }
        x += xAdvance
        return { ...position, steps: withMissingTypes(glyph).path.commands }
      })
      return { outlines, width: x / font.unitsPerEm }
    },
  }
}
