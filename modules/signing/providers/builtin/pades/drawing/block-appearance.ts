import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { formatDate } from '#assembly/numbers/dates.ts'
import { word } from '#assembly/words.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { outlineText } from '#modules/printing/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { operators, twoDecimals } from '#src/pdf/drawing/path.ts'
import { boundsOf } from '../../../../copy/signing-copy.ts'
import type { Signature } from '../../signature.ts'
import { type Appearance, type Caption, captionOf, signatureAppearance } from './appearance.ts'
import { invisibleText } from './invisible-text.ts'

interface BlockFacts extends Caption {
  languages: LanguageChoice
}

const COLOUR = '0.05 0.13 0.42'
const MAX_FONT_SIZE = 9
/** In points: the indent of a text on a rule, and its height above the rule. */
const INDENT = 1
const RISE = 3

/**
 * Draws a signature into a signatory's block: the signature with its caption, the place and the date, in the
 * document's languages. `places` are the places of the block; the widget encloses them.
 */
export async function blockAppearance(
  signature: Signature,
  places: SignaturePlace[],
  facts: BlockFacts,
): Promise<{ place: SignaturePlace; appearance: Appearance }> {
  const signPlace = places.find(({ kind }) => kind === 'sign')!
  const bounds = boundsOf(places)
  const { content } = await signatureAppearance(signature, signPlace, facts)
  const dx = signPlace.x - bounds.x
  const dy = signPlace.y - bounds.y
  const values = places.map((place) => {
    const localPlace = { ...place, x: place.x - bounds.x, y: place.y - bounds.y }
    if (place.kind === 'date')
      return textOnRule(eachSide(facts.languages, dateOf(facts.signedAt)), localPlace)
    return place.kind === 'place' ? textOnRule(whereOf(signature, facts.languages), localPlace) : ''
  })
  const caption = invisibleText(captionOf(facts).join(' · '), {
    x: dx,
    y: dy + 2,
    scale: 5,
    width: signPlace.width,
  })
  const drawing = `q 1 0 0 1 ${twoDecimals(dx)} ${twoDecimals(dy)} cm\n${content}\nQ`
  const { width, height } = bounds
  const blockContent = [drawing, caption, ...values.filter(Boolean)].join('\n')
  return {
    place: { ...signPlace, ...bounds },
    appearance: { width, height, content: blockContent, hasText: true },
  }
}

const dateOf = (at: Date) => (side: Side) => formatDate(shanghaiDay(at), side)

function whereOf({ place }: Signature, languages: LanguageChoice): string {
  if (place) return place
  const words = word('signedElectronically', languages.script)
  return eachSide(languages, (side) => words[side])
}

function eachSide({ primary, bilingual }: LanguageChoice, textIn: (side: Side) => string): string {
  const other: Side = primary === 'zh' ? 'en' : 'zh'
  return (bilingual ? [primary, other] : [primary]).map(textIn).join(' · ')
}

/** A text on its rule, drawn as outlines, with invisible text for extraction. */
function textOnRule(text: string, { x, y, width, height }: Omit<SignaturePlace, 'kind'>): string {
  const { steps, width: naturalWidth } = outlineText(text, 400)
  const size = Math.min(MAX_FONT_SIZE, height * 0.6, (width - 2 * INDENT) / Math.max(naturalWidth, 1))
  const position = { scale: size, x: x + INDENT, y: y + RISE }
  return `q ${COLOUR} rg\n${operators(steps, position)}\nf\nQ\n${invisibleText(text, { ...position, width: naturalWidth * size })}`
}
