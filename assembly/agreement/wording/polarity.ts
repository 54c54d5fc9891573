import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

/** Words of negative form whose translation has a positive form: 不超过 and up to, 不可抗力. */
const NEUTRAL_PHRASES: Sides<RegExp> = {
  zh: /不可抗力|不动产|不得不|不可不|不仅|不但|不只|不论|不管|无论|不限|不(?:得)?(?:超过|高于|低于|少于|多于|小于|大于|迟于|晚于|早于)|不足(?!以)|不同|不当|不正当|不良|不利|不时|不断|未来|未成年|未必|非常|除非|非但|无形|无线|无条件|无人|不特定|不一致|不合格|不符|不完整|不实|不定期|不公开|不在|未经|不经|无需|无须|不必|无故|毫不迟延|不迟延|不竞争|非公开|非竞争|非标|非专利|不定时|不包括|不包含|不含|未付|未偿|应付未|未[^，。；]{1,14}的(?=[，；。]|$)|是否|不可分割|不可撤销|不再/g,
  en: /\b(?:not|no) (?:later|more|less|fewer|earlier|longer|higher|lower|greater) than\b(?! is)|\b(?:not exceed(?:s|ing)?|not limited to|not only|no matter|whether or not|or not)\b|\bNo(?:\.|$|\s*[\d\ue040])/g,
}

const DENIALS: Sides<RegExp> = {
  zh: /[不未]|没有|并非|无(?:权|义务|责任)|禁止/,
  en: /\b(?:not|no|nor|neither|never|cannot|none|nothing|nobody)\b/i,
}

/** Any character or word that may express a negation. */
const NEGATIVE_ZH =
  /[不未无非免禁拒勿莫否除仅只失缺逾]|回避|没有|以外|之外|反对|过失|怠|停止|放弃|防止|避免|排除|方[为可能得才]|才/

const wordSet = (list: string) => new Set(list.split(' '))

const NEGATIVE = wordSet(
  'insufficient inadequate not no nor neither none never nobody nothing cannot void free barred bar bars invalid unable lost lose loses silent against regardless lapse lapses lapsed otherwise outside instead rather impossible absent absence unless unmet unpaid deny denies denied omit omits omitted',
)
const NEGATIVE_BEGINNINGS = [
  ...wordSet(
    'refrain prohibit forbid exclud fail refus abstain waive prevent incorrect ceas stop avoid exempt declin reject withh disallow disregard disclaim disagree disqualif',
  ),
]
const NEGATIVE_AFFIXES: [beginning: string, endings: string[]][] = [
  ['un', ['ed', 'able', 'ful', 'fit', 'til', 'less']],
  ['in', ['able', 'ible']],
  ['ir', ['able', 'ible']],
  ['im', ['able', 'ible']],
  ['', ['less', "n't"]],
]
/** Names of duties such as non-competition, and a word that only looks like a negation. */
const POSITIVE = ['non-compet', 'non-disclos', 'non-solicit', 'nonetheless']

function isNegative(word: string): boolean {
  if (NEGATIVE.has(word)) return true
  if (POSITIVE.some((beginning) => word.startsWith(beginning))) return false
  if (word.startsWith('non-') || NEGATIVE_BEGINNINGS.some((beginning) => word.startsWith(beginning)))
    return true
  return NEGATIVE_AFFIXES.some(
    ([beginning, endings]) => word.startsWith(beginning) && endings.some((ending) => word.endsWith(ending)),
  )
}

const CONSENT_WORDS = wordSet('consent approval permission agreement')

/** Counts the words of an English text that may express a negation; “without consent” does not count. */
function countNegatives(text: string): number {
  const textWords = text.toLowerCase().match(/[a-z'-]+/g) ?? []
  return textWords.filter((word, index) => {
    if (word === 'out') return /^lef|^leav/.test(textWords[index - 1] ?? '')
    if (word === 'without')
      return !textWords.slice(index + 1, index + 5).some((next) => CONSENT_WORDS.has(next))
    return isNegative(word)
  }).length
}

/** Words with a negative form in both languages, so that they do not indicate another negation. */
const NEGATIVE_IN_BOTH: [zh: RegExp, en: RegExp][] = [
  [/停止|中止|终止/g, /\b(?:stop|ceas)\w*/gi],
  [/拒绝/g, /\b(?:refus|reject|declin)\w*/gi],
  [/放弃/g, /\bwaive\w*/gi],
  [/无法预见/g, /\bunforeseeable\b/gi],
  [/未公开/g, /\bun(?:published|disclosed)\b/gi],
  [/以外/g, /\boutside\b/gi],
  [/未/g, /\bfail(?:ing|ures?)\b/gi],
  [/禁止/g, /\b(?:prohibit|forbid|refrain)\w*/gi],
]

const countNegativeInBoth = (zh: string, en: string) =>
  NEGATIVE_IN_BOTH.reduce((sum, [inZh, inEn]) => sum + Math.min(count(inZh, zh), count(inEn, en)), 0)

/** Phrases whose negation English also expresses by a separate word. */
const deniedVerbs =
  /不(?:得|构成|属于|适用|影响|承担|视为|免除|退还|予|负|享有|能|应当|会|可以|接受|参与|收取|支付|侵犯|违反|符合|因此)|不足以/g

/** 不得甲，不得乙: English negates such a list once. */
const REPEATED_DENIAL = /(?<=不得[^。；]{0,60})，[也并且]?不得/g

/** “If it does confirm”: in a contract this means that a “not” was lost. */
const EMPHATIC_DO =
  /\bdo(?:es)?\b(?! (?:not|neither|so|business|no|any|anything|nothing|everything|what|the|its|it|in|all|either|only|that|this|work)\b)(?= [a-z])/
const BARE_IF_DO = /\bif (?:it|he|she|they|[\ue000-\ue009]) do(?:es)?[,;]/i

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

/** Reports that one side denies what the other affirms, one pair of sentences at a time. */
export function comparePolarity(segments: Sides<string>[]): Finding[] {
  for (const segment of segments) {
    const zh = segment.zh.replace(NEUTRAL_PHRASES.zh, '').replace(REPEATED_DENIAL, '，')
    const en = segment.en.replace(NEUTRAL_PHRASES.en, ' ')
    const detail = { zh: readableText(segment.zh, 'zh'), en: readableText(segment.en, 'en') }
    const negatives = countNegatives(en)
    if (
      (DENIALS.zh.test(zh) && !negatives) ||
      count(deniedVerbs, zh) > negatives - countNegativeInBoth(segment.zh, en)
    )
      return [{ check: 'polarity', grade: 'probable', detail }]
    if (BARE_IF_DO.test(en) && segment.zh.includes('未'))
      return [{ check: 'polarity', grade: 'probable', detail }]
    if (EMPHATIC_DO.test(en) && NEGATIVE_ZH.test(segment.zh))
      return [{ check: 'polarity', grade: 'probable', detail }]
    if (DENIALS.en.test(en) && !NEGATIVE_ZH.test(segment.zh))
      return [{ check: 'polarity', grade: 'probable', detail }]
  }
  return []
}
