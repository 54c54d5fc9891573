import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { type Pairing, scopePairings } from './pairings.ts'

const exceptions =
  /\b(?:except\w*|unless|but|provided|however|save|other than|otherwise than|apart|subject to|in addition|beyond|notwithstanding|not apply|not (?:cover|concern|include)|that are not|although|though|whereas|exclud\w*|on [^,.;]{1,40} notice|only)\b/i

const pairings: Pairing[] = [
  {
    check: 'exception',
    side: 'zh',
    word: /除外|除(?!了?上述工资|工资|名|去|权)[^，。；]{1,60}(?:外|情形)[，,]|但[^。；]{1,60}例外|不在此限|除非/,
    counterpart: exceptions,
  },
  {
    check: 'exception',
    side: 'zh',
    word: /除(?!名|去|权)[^，。；]{1,60}(?:之外的|另有约定外|另有規定外|另有规定外|另有約定外)/,
    counterpart: exceptions,
  },
  {
    check: 'exception',
    side: 'en',
    word: /\b(?:except (?:where|as|for|that|if|in)|unless|save (?:that|as|for)|provided (?:that|however))\b/i,
    counterpart: /[除但未非无不仅只才]|为限|前提|否则|条件|方[为可能得]/,
  },
  {
    check: 'condition',
    side: 'zh',
    word: /如果|倘若|假如|前提(?![交供])|(?<![例比犹])如(?![下此何实期同约上有])|若(?!干)|只要|一旦/,
    counterpart:
      /\b(?:if|where|provided|when\w*|case|event|unless|should|subject to|condition\w*|upon|once|as long as|any|until)\b/i,
  },
  {
    check: 'condition',
    side: 'en',
    word: /\b(?:if|provided that|on condition that|in the event (?:of|that))\b/i,
    counterpart:
      /[如若倘遇]|能够|的[，：；。、]|时|情形|情况|条件|前提|一旦|后|才|方可|除非|否则|则|只要|是否|能否|但|使|致|凡/,
  },
  {
    check: 'writing',
    side: 'en',
    word: /\bin writing\b|\b(?<!hand)written (?:notice|consent|approval|agreement|demand|request|confirmation|form|permission|notification|statement|instructions?|reply|objections?)\b/i,
    counterpart: /书面|签字|签名|盖章|函|文字|书|协议|传真/,
  },
  {
    check: 'atOnce',
    side: 'zh',
    word: /立即|马上|即刻|当即|立刻/,
    counterpart:
      /\b(?:at once|immediate|immediately|forthwith|without delay|instantly|straight ?away|right away)\b/i,
  },
  {
    check: 'atOnce',
    side: 'en',
    word: /\b(?:at once|immediately(?! (?:before|after|preceding|prior|following))|forthwith|instantly)\b/i,
    counterpart: /立即|马上|即|当时|立刻|随即|毫不迟延|同时/,
  },
  {
    check: 'consent',
    side: 'zh',
    word: /同意/,
    counterpart:
      /\b(?:consent\w*|agree[sd]?|agreeing|approv\w*|favour\w*|permission|permit\w*|unauthori[sz]ed|accept\w*|assent\w*|authori[sz]\w*|by agreement|mutual agreement)\b/,
  },
  {
    check: 'consent',
    side: 'zh',
    word: /擅自/,
    counterpart:
      /\b(?:consent\w*|agree[sd]?|approv\w*|permi\w*|unauthori[sz]ed|authori[sz]\w*|unilaterally|without|contrary|own)\b/,
  },
  {
    check: 'consent',
    side: 'en',
    word: /\b(?:consent|approval)\b/i,
    counterpart: /同意|批准|核准|许可|认可|擅自|准予|审批|审核|授权|征得|通过|验收/,
  },
]

const sides = { zh: 'en', en: 'zh' } as const

/**
 * Checks words that have a fixed counterpart in the other language: 书面 and in writing, 立即 and at once, 同意
 * and consent, exceptions.
 */
export function compareWords(text: Sides<string>, segments: Sides<string>[]): Finding[] {
  const words = [...pairings, ...scopePairings].flatMap(({ check, side, word, counterpart }): Finding[] => {
    // An exception must be matched within its own sentence: “does not apply” in the next sentence is
    // unrelated.
    const texts = check === 'exception' && side === 'zh' ? segments : [text]
    const unmatchedText = texts.find((one) => word.test(one[side]) && !counterpart.test(one[sides[side]]))
    const match = unmatchedText && word.exec(unmatchedText[side])
    if (!match) return []
    const quotation = match[0].replace(/[\ue000-\ue0ff]/g, '…').slice(0, 40)
    const detail = side === 'zh' ? { zh: quotation, en: '—' } : { zh: '—', en: quotation }
    return [{ check, grade: 'probable', detail }]
  })
  return [...compareWriting(text), ...words]
}

const WRITING_WORDS = {
  zh: /书面/g,
  en: /\b(?:in writing|written|writing|letter|paper|until then)\b/gi,
}

/** Every 书面 must have its own counterpart in English. */
function compareWriting({ zh, en }: Sides<string>): Finding[] {
  const [zhCount, enCount] = [
    zh.match(WRITING_WORDS.zh)?.length ?? 0,
    en.match(WRITING_WORDS.en)?.length ?? 0,
  ]
  return zhCount > enCount ? [{ check: 'writing', grade: 'probable', detail: { zh: '书面', en: '—' } }] : []
}
