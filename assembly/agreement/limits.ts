import type { Side } from '../answers.ts'
import type { Sides } from '../tree.ts'
import type { Finding } from './finding.ts'

interface Limit {
  side: Side
  word: RegExp
  counterpart: RegExp
}

const number = '[\\d一二三四五六七八九十百千万两半零〇%％\\ue040]'
const unit = '(?:个?(?:工作日|日|天|月|年|小时|周)|元|人|名|次|份|期|分之一|分之二|数)?'

const limits: Limit[] = [
  {
    side: 'zh',
    word: /不(?:得)?(?:超过|高于|多于|大于)|至多|最多/,
    counterpart:
      /\b(?:exceed\w*|more|most|up to|maximum|less|within|later|cap\w*|limit\w*|longer|higher|above|over|beyond|greater|excess|until)\b/i,
  },
  {
    side: 'zh',
    word: /不(?:得)?(?:低于|少于|小于)|至少|最低/,
    counterpart:
      /\b(?:least|less|fewer|more|minimum|lower|below|under|short\w*|weaker|insufficient\w*|inferior|lowest|than)\b/i,
  },
  { side: 'zh', word: /不(?:得)?(?:迟于|晚于)/, counterpart: /\b(?:later|by|before|latest|within|on)\b/i },
  {
    side: 'zh',
    word: /过半数/,
    counterpart: /\bmajority\b|\b(?:more than|over|exceed\w*|above) (?:one[ -])?(?:half|50)/i,
  },
  {
    side: 'zh',
    word: /半数以上/,
    counterpart: /\b(?:at least|not less than|no less than|no fewer than) (?:one[ -])?half|\bhalf or more/i,
  },
  {
    side: 'zh',
    word: new RegExp(`${number}${unit}以上`),
    counterpart:
      /\b(?:least|or more|or above|or over|or longer|less|fewer|minimum|and above|above|upwards?|not under|from|multiple|several|more than one)\b/i,
  },
  {
    side: 'zh',
    word: new RegExp(`(?<!不|不得|未)超过${unit}${number}`),
    counterpart: /\b(?:more|exceed\w*|over|above|beyond|longer|excess|greater|higher|after|late)\b/i,
  },
  {
    side: 'en',
    word: /\b(?:not exceed|no more than|not more than|at most|not later than|no later than)\b/i,
    counterpart: /不|未|至多|最多|以[内下前]|内|前|限|止|为止|无/,
  },
  {
    side: 'en',
    word: /\b(?:at least|not less than|no less than|no fewer than|not fewer than)\b/i,
    counterpart: /以上|不|至少|最低|起码|提前|满|少/,
  },
]

const sides = { zh: 'en', en: 'zh' } as const

/** Words for a lower and for an upper limit of an amount. */
const bounds: Sides<{ lowest: RegExp; highest: RegExp }> = {
  zh: {
    lowest: /不(?:得)?(?:低于|少于|小于)|至少/g,
    highest: /不(?:得)?(?:超过|高于|多于|大于)|至多|最多/g,
  },
  en: {
    lowest: /\bat least\b|\b(?:not|no) (?:\w+ ){0,3}?(?:be )?(?:less|lower|fewer) than\b/gi,
    highest:
      /\bat most\b|\b(?:not|no) (?:\w+ ){0,3}?(?:be )?(?:more|higher|greater) than\b|\bnot (?:\w+ ){0,3}?exceed/gi,
  },
}

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

/** Reports that one language states a lower limit where the other states an upper one. */
export function compareBounds({ zh, en }: Sides<string>): Finding[] {
  const lowest = count(bounds.zh.lowest, zh) - count(bounds.en.lowest, en)
  const highest = count(bounds.zh.highest, zh) - count(bounds.en.highest, en)
  if (!(lowest > 0 && highest < 0) && !(lowest < 0 && highest > 0)) return []
  const words = (pattern: Sides<RegExp>) => ({
    zh: zh.match(pattern.zh)?.join('、') ?? '—',
    en: en.match(pattern.en)?.join(', ') ?? '—',
  })
  const [zhBound, enBound] = lowest > 0 ? (['lowest', 'highest'] as const) : (['highest', 'lowest'] as const)
  const detail = words({ zh: bounds.zh[zhBound], en: bounds.en[enBound] })
  return [{ check: 'limit', grade: 'probable', detail }]
}

/** Compares whether the limits include their number (以上) or exclude it (超过), one segment at a time. */
export function compareLimits(text: Sides<string>): Finding[] {
  for (const { side, word, counterpart } of limits) {
    const match = word.exec(text[side])
    if (!match || counterpart.test(text[sides[side]])) continue
    const quotation = match[0].replaceAll('\ue040', '…')
    return [
      {
        check: 'limit',
        grade: 'probable',
        detail: side === 'zh' ? { zh: quotation, en: '—' } : { zh: '—', en: quotation },
      },
    ]
  }
  return []
}
