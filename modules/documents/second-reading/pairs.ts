import type { Answers, Side } from '#assembly/answers.ts'
import { parseMarks } from '#assembly/marks.ts'
import { machineMark } from '#assembly/open-points/machine-points.ts'
import { opposite } from '#assembly/twins.ts'
import type { Document } from '../document.ts'
import { type MaskedText, maskText } from '../translation/masked-text.ts'
import { type Particulars, particularsOf } from '../translation/particulars.ts'
import { translatableUnits } from '../translation/units.ts'
import type { Opinion } from './schema.ts'

/**
 * Two texts that should have the same meaning, in the form in which they are sent: blanks and persons are
 * replaced by signs such as ⟦0⟧.
 */
export interface TextPair {
  /** `clause:payment`, `field:scope` or `cell:goods.r3.name` */
  key: string
  /** A hash of both original texts. */
  of: string
  zh: string
  en: string
}

/** The texts of a document that people wrote in both languages, except texts with personal data. */
export function pairsOf({ template, answers }: Pick<Document, 'template' | 'answers'>): TextPair[] {
  const { primary, bilingual } = answers.languages
  if (!bilingual) return []
  const particulars = particularsOf(template, answers)
  return translatableUnits(template, answers)
    .filter(({ target, open, holds }) => target.trim() && !open && !holds)
    .map(({ key, source, target }) => {
      const texts = { [primary]: source, [opposite(primary)]: target } as Record<Side, string>
      return { key, of: machineMark(texts), ...wordsOfPair(texts, particulars) }
    })
}

/** The pairs without an opinion, or with an unusable one. */
export const unreadPairs = (pairs: TextPair[], opinions: Record<string, Opinion>): TextPair[] =>
  pairs.filter(({ key, of }) => opinions[key]?.of !== of || opinions[key].answer === 'unclear')

/**
 * Both texts in the form in which they are sent. Equal blanks, references, parties and persons have the same
 * sign in both.
 */
function wordsOfPair({ zh, en }: Record<Side, string>, particulars: Particulars): Record<Side, string> {
  const signs = new Map<string, string>()
  const signOf = (meaning: string) => {
    const sign = signs.get(meaning) ?? `⟦${signs.size}⟧`
    signs.set(meaning, sign)
    return sign
  }
  // Both are masked by the rules for Chinese, so that a person has the same replacement in both texts.
  const [chinese, english] = [zh, en].map((text) =>
    wordsOf(maskText(text.replaceAll(/[⟦⟧]/g, ''), particulars, 'zh'), signOf),
  )
  return { zh: chinese!, en: english! }
}

const wordsOf = ({ text, replacements }: MaskedText, signOf: (meaning: string) => string): string =>
  parseMarks(text)
    .map((mark) => {
      if (mark.kind === 'text') return mark.text
      const person = replacements.get(mark.source)
      return signOf(person === undefined ? mark.source : `person ${folded(person)}`)
    })
    .join('')

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The document's answers with a doubt for each pair of texts that the model found different. Opinions about
 * texts that have been edited since are ignored.
 */
export function withDoubts(
  document: Pick<Document, 'template' | 'answers'>,
  opinions: Record<string, Opinion>,
): Answers {
  const doubts = pairsOf(document).flatMap(({ key, of }) => {
    const opinion = opinions[key]
    if (opinion?.of !== of || opinion.answer !== 'different') return []
    return [[key, { of, zh: opinion.zh ?? '', en: opinion.en ?? '' }] as const]
  })
  const { doubted: _, ...answers } = document.answers
  return doubts.length ? { ...answers, doubted: Object.fromEntries(doubts) } : answers
}
