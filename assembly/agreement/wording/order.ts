import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

/** Words of temporal order (`en`, `zh`), each with all possible counterparts in the other language. */
interface TimeWords {
  en: RegExp
  zhCounterparts: RegExp
  zh: RegExp
  enCounterparts: RegExp
}

/**
 * 验收后付款 may be translated as “check before paying”, so “before …ing” is one of the counterparts of 后.
 * “Before a court” is not about time.
 */
const beforeWords: TimeWords = {
  en: /\b(?:before(?! \w+ing\b)(?! (?:an? |the )?(?:[\w'’]+ ){0,3}(?:court|tribunal|lawful|arbit|mediat|notar|commission|authorit|tax\b|deduct))|prior to)\b/gi,
  zhCounterparts: /前|先|未|(?:[经付]|履行)的|预|早|原|以往/g,
  zh: /(?<![提目此从当面事])前(?![提款述条项期往景置身一二三\d者任后世端头线沿程途言])/g,
  enCounterparts:
    /\b(?:before\w*|prior|ahead|preceding|preced\w*|advance|until|by|pre\w*|earlier|previous\w*|former|past|last|then|than|ago|early|at|up to|first|old|within)\b/gi,
}

const afterWords: TimeWords = {
  en: /\b(?:after|thereafter)\b/gi,
  zhCounterparts: /后|起|满|再|经(?![济营理销常])|继|以来|隔|完|毕|随|次日|止|结束|解除|收到|逾|时|之日/g,
  zh: /(?<![先随前背今售])后(?![果续来面者方勤备台代半两顾的])/g,
  enCounterparts:
    /\b(?:after\w*|before \w+ing|following|thereafter|from|of|since|upon|on|once|when|where|within|as|later|post\w*|then|next|subsequent\w*|follow\w*|having|in|if|past|until|further|at|by|survive\w*|remain\w*|last|expir\w+)\b/gi,
}

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

const isUnmatched = (words: TimeWords, { zh, en }: Sides<string>) =>
  count(words.en, en) > count(words.zhCounterparts, zh) ||
  count(words.zh, zh) > count(words.enCounterparts, en)

/** Reports that one side has more words for “before” or for “after” than the other side has counterparts. */
export function compareTimeWords(segments: Sides<string>[]): Finding[] {
  const unmatched = segments.find(
    (segment) => isUnmatched(beforeWords, segment) || isUnmatched(afterWords, segment),
  )
  if (!unmatched) return []
  const detail = { zh: readableText(unmatched.zh, 'zh'), en: readableText(unmatched.en, 'en') }
  return [{ check: 'anchor', grade: 'probable', detail }]
}
