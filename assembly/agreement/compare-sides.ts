import { compareQuantities, MAX_COMPARED_NUMBERS } from '../numbers/mismatch.ts'
import type { Run, Sides } from '../tree.ts'
import { compareBlanks } from './blanks.ts'
import { compareContexts } from './contexts.ts'
import { type Finding, listed } from './finding.ts'
import { compareForum } from './forum.ts'
import { compareBounds, compareLimits } from './limits.ts'
import { compareActors, compareParties } from './parties.ts'
import { comparePlaces } from './places.ts'
import { compareReferences, readReferences } from './references.ts'
import { ENGLISH_TO_CHINESE_LENGTH, segmentPairs } from './segments.ts'
import { asWritten, readableText, sideText } from './side-text.ts'
import { compareStatutes } from './statutes.ts'
import { compareEventOrder } from './wording/anchors.ts'
import { compareDuties } from './wording/duties.ts'
import { compareLists } from './wording/lists.ts'
import { compareModals } from './wording/modals.ts'
import { compareOpposites } from './wording/opposites.ts'
import { compareTimeWords } from './wording/order.ts'
import { comparePolarity } from './wording/polarity.ts'
import { compareRoles } from './wording/roles.ts'
import { compareWords } from './wording/words.ts'
import { compareSum } from './written-sum.ts'

/**
 * Compares two texts, one a translation of the other, and returns their differences. The comparison uses
 * rules only and reports only what is certain. `budget` is the number of numbers that may still be
 * compared: once it reaches 0, numbers are skipped. `roles` are the role names of the party block.
 */
export function compareSides(
  runs: Sides<Run[]>,
  budget = { numbers: MAX_COMPARED_NUMBERS },
  roles: Sides<string>[] = [],
): Finding[] {
  const text = { zh: sideText(runs.zh, 'zh'), en: sideText(runs.en, 'en') }
  if (!text.zh.trim() || !text.en.trim()) return missingSide(text)
  return checkAll(text, runs, { budget, roles }).map((finding) => ({
    ...finding,
    detail: { ...finding.detail, zh: asWritten(finding.detail.zh, runs.zh) },
  }))
}

function checkAll(
  text: Sides<string>,
  runs: Sides<Run[]>,
  { budget, roles }: { budget: { numbers: number }; roles: Sides<string>[] },
): Finding[] {
  const references = { zh: readReferences(text.zh, 'zh'), en: readReferences(text.en, 'en') }
  const remainingText = { zh: references.zh.text, en: references.en.text }
  const segments = segmentPairs(remainingText)
  return [
    ...compareLengths(remainingText),
    ...compareBlanks(runs, remainingText),
    ...compareNumbers(remainingText, budget),
    ...compareSum(remainingText.zh),
    ...firstFindings(compareParties(remainingText), () =>
      firstFindings(compareActors(segments), () => compareRoles(segments, roles)),
    ),
    ...compareReferences(references, runs),
    ...compareStatutes(remainingText),
    ...firstFindings(compareDuties(segments), () =>
      firstFindings(compareModals(remainingText), () => comparePolarity(segments)),
    ),
    ...firstFindings(compareForum(remainingText), () => comparePlaces(remainingText)),
    ...firstFindings(compareOpposites(segments), () =>
      firstFindings(compareTimeWords(segments), () => compareEventOrder(segments)),
    ),
    ...firstFindings(compareLimits(remainingText), () =>
      firstFindings(compareBounds(remainingText), () => compareContexts(runs)),
    ),
    ...firstFindings(compareWords(remainingText, segments), () => compareLists(segments)),
  ]
}

const firstFindings = (findings: Finding[], compareFurther: () => Finding[]) =>
  findings.length ? findings : compareFurther()

function missingSide({ zh, en }: Sides<string>): Finding[] {
  if (!zh.trim() && !en.trim()) return []
  return [
    {
      check: 'missing',
      grade: 'different',
      detail: { zh: readableText(zh, 'zh') || '—', en: readableText(en, 'en') || '—' },
    },
  ]
}

/** Texts below this number of Chinese characters are exempt: their translation may have any length. */
const MIN_COMPARED_LENGTH = 25

/** Removes addresses, amounts, dates and marks, because their lengths differ between the languages. */
const withoutValues = (text: string) =>
  text.replace(
    /[\w.+-]{1,64}@[\w.-]{1,100}|https?:\S+|\+?\d[\d -]{6,20}\d|[（(][大金][写寫额額][^）)]{0,60}[）)]|\d[\d,.]{0,20}[年月日元]?|[\ue000-\ue041]/g,
    '',
  )

/** Reports a text that is only half translated, because its length does not fit that of the other side. */
function compareLengths({ zh, en }: Sides<string>): Finding[] {
  const zhLength = withoutValues(zh).length
  const enLength = withoutValues(en).length
  if (zhLength < MIN_COMPARED_LENGTH && enLength < MIN_COMPARED_LENGTH * ENGLISH_TO_CHINESE_LENGTH) return []
  const ratio = enLength / zhLength / ENGLISH_TO_CHINESE_LENGTH
  if (ratio > 0.5 && ratio < 1.9) return []
  const detail =
    ratio < 1
      ? { zh: readableText(zh.slice(zh.length / 2), 'zh'), en: '—' }
      : { zh: '—', en: readableText(en.slice(en.indexOf(' ', en.length / 2)), 'en') }
  return [{ check: 'length', grade: 'look', detail }]
}

function compareNumbers(text: Sides<string>, budget: { numbers: number }): Finding[] {
  const { unmatched, ambiguous } = compareQuantities(text, budget)
  const detail = (words: Sides<string[]>) => ({ zh: listed(words.zh, 'zh'), en: listed(words.en, 'en') })
  return [
    ...(unmatched.zh.length || unmatched.en.length
      ? [{ check: 'numbers', grade: 'different', detail: detail(unmatched) } as const]
      : []),
    ...(ambiguous.zh.length || ambiguous.en.length
      ? [{ check: 'date', grade: 'look', detail: detail(ambiguous) } as const]
      : []),
  ]
}
