import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { legible } from '../side-text.ts'

/** Negative in form, with a positive counterpart in the other language: 不超过 and up to, 不可抗力. */
const neutral: Sides<RegExp> = {
  zh: /不可抗力|不动产|不得不|不可不|不仅|不但|不只|不论|不管|无论|不限|不(?:得)?(?:超过|高于|低于|少于|多于|小于|大于|迟于|晚于|早于)|不足|不同|不当|不正当|不良|不利|不时|不断|未来|未成年|未必|非常|除非|非但|无形|无线|无条件|无人|不特定|不一致|不合格|不符|不完整|不实|不定期|不公开|不在|未经|不经|无需|无须|不必|无故|毫不迟延|不迟延|不竞争|非公开|非竞争|非标|非专利|不定时|不包括|不包含|不含|未付|未偿|应付未|未[^，。；]{1,14}的(?=[，；。]|$)|是否|不可分割|不可撤销|不再/g,
  en: /\b(?:not|no) (?:later|more|less|fewer|earlier|longer|higher|lower|greater) than\b(?! is)|\b(?:not exceed(?:s|ing)?|not limited to|not only|no matter|whether or not|or not)\b|\bNo(?:\.|$|\s*[\d\ue040])/g,
}

const denies: Sides<RegExp> = {
  zh: /[不未]|没有|并非|无(?:权|义务|责任)|禁止/,
  en: /\b(?:not|no|nor|neither|never|cannot|none|nothing|nobody)\b/i,
}

/** Any word that may stand for a negation. */
const negative: Sides<RegExp> = {
  zh: /[不未无非免禁拒勿莫否除仅只失缺逾]|回避|没有|以外|之外|反对|过失|怠|停止|放弃|防止|避免|排除/,
  en: /\b(?:not|no|nor|neither|none|never|nobody|nothing|cannot|refrain\w*|prohibit\w*|forbid\w*|forbidden|void|fail\w*|exclud\w*|free|refus\w*|abstain\w*|waive\w*|prevent\w*|barred?|bars|invalid|unable|un\w+(?:ed|able|ful|fit|til|less)|in\w+(?:able|ible)|incorrect\w*|ir\w+(?:able|ible)|dis(?:allow|regard|claim|agree|qualif)\w*|lost|loses?|left out|leav\w* out|ceas\w*|stop\w*|avoid\w*|exempt\w*|declin\w*|reject\w*|den(?:y|ies|ied)|withh[eo]ld\w*|silent|against|unpaid|regardless|lapse[sd]?|\w{3,}less|otherwise|outside|instead|rather|impossible|absent|absence|without (?!(?:the )?(?:prior )?(?:written )?(?:consent|approval|permission)))\b|\bnon-(?!compet|disclos|solicit)|n't\b/gi,
}

/** Verbs that are denied by a word of its own in English, too. */
const deniedVerbs =
  /不(?:得|构成|属于|适用|影响|承担|视为|免除|再|退还|予|负|享有|能|应当|会|可以|接受|参与|收取|支付|侵犯|违反|符合)/g

/** 不得甲，不得乙: one denial in English. */
const LISTED = /(?<=不得[^。；]{0,60})，[也并且]?不得/g

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

/** Reports what one side denies and the other affirms, one pair of sentences at a time. */
export function comparePolarity(segments: Sides<string>[]): Finding[] {
  for (const segment of segments) {
    const zh = segment.zh.replace(neutral.zh, '').replace(LISTED, '，')
    const en = segment.en.replace(neutral.en, ' ')
    const detail = { zh: legible(segment.zh, 'zh'), en: legible(segment.en, 'en') }
    const negatives = count(negative.en, en)
    if ((denies.zh.test(zh) && !negatives) || count(deniedVerbs, zh) > negatives)
      return [{ check: 'polarity', grade: 'probable', detail }]
    if (denies.en.test(en) && !negative.zh.test(segment.zh))
      return [{ check: 'polarity', grade: 'probable', detail }]
  }
  return []
}
