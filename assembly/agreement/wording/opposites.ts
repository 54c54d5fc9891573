import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'
import { type Meaning, type Opposites, roleOpposites } from './roles.ts'

const opposite = (one: Meaning, other: Meaning): Opposites => ({ check: 'opposite', one, other })

/** Matches nothing; for a meaning that a language cannot express by a word. */
const NO_MATCH = /(?!)/

const opposites: Opposites[] = [
  opposite(
    [/(?<![非不])(?:独家|排他|独占)/, /(?<!non-?|not )\b(?:exclusive(?:ly)?|sole)\b/i],
    [/非(?:独家|排他|独占)|普通许可/, /\bnon-?\s?exclusive(?:ly)?\b|\bnot exclusive\b/i],
  ),
  opposite([/(?<![不非])可撤销/, /\brevocabl[ey]\b/i], [/不可撤销/, /\birrevocabl[ey]\b/i]),
  opposite(
    [/(?<![不非])可转让/, /(?<!non-?|not )\b(?:transferable|assignable)\b/i],
    [/不可转让|不得转让/, /\bnon-?\s?(?:transferable|assignable)\b|\bnot (?:transferable|assignable)\b/i],
  ),
  opposite(
    [
      /无息|不计(?:利)?息|免息/,
      /\bwithout interest\b|\binterest[- ]free\b|\bno interest\b|\bnot bear interest\b/i,
    ],
    [
      /(?<![不免])(?:计息|计付利息|按[^，。；]{1,30}利率)|(?<!无)有息/,
      /(?<!not )\b(?:with interest|bear(?:s|ing)? interest|interest at)\b/i,
    ],
  ),
  opposite(
    [
      /(?<!不)含税|价税合计/,
      /\b(?:inclusive of|including|includes|include) (?:\w+ ){0,2}(?:tax|VAT)\b|\btax[- ]inclusive\b/i,
    ],
    [
      /不含税/,
      /\b(?:exclusive of|excluding|excludes|net of|before) (?:\w+ ){0,2}(?:tax|VAT)\b|\btax[- ]exclusive\b/i,
    ],
  ),
  opposite(
    [
      /视为[^，。；]{0,6}(?:接受|同意|认可|合格|验收通过|通过|追认|确认|送达)/,
      /\b(?:deemed|regarded|treated)\b[^.;]{0,40}\b(?:accepted|approved|agreed|qualified|passed|ratified|confirmed|conforming|delivered|served|consent|acceptance)\b/i,
    ],
    [
      /视为[^，。；]{0,6}(?:拒绝|不同意|不合格|未通过|放弃|驳回)/,
      /\b(?:deemed|regarded|treated)\b[^.;]{0,40}\b(?:rejected|refused|declined|defective|failed|waived|disapproved)\b/i,
    ],
  ),
  opposite(
    [
      /继续有效|仍然有效|持续有效|不因[^，。；]{1,30}(?:终止|解除|失效)/,
      /\b(?:surviv\w+|remains? (?:valid|in force|binding|in effect)|continues? (?:to (?:apply|bind|be)|in (?:force|effect))|unaffected|not affect\w*)\b/i,
    ],
    [
      /(?<![不未])(?:终止|失效|消灭)(?=[。；]|$)/,
      /(?<!\b(?:not|not be) )\b(?:ends?|ceases?|expires?|lapses?|terminates?) (?:on|upon|with|when|at|to)\b/i,
    ],
  ),
  opposite(
    [/连带/, /\bjoint(?:ly)? and several(?:ly)?\b|\bjoint(?:ly)? liab\w+\b/i],
    [
      /按份|分别承担|各自承担/,
      /(?<!and )\bseveral(?:ly)?(?: and not joint\w*)? (?:liab\w+|in proportion)|\bin proportion to\b/i,
    ],
  ),
  opposite(
    [
      /无偿|免费/,
      /\b(?:free of charge|without charge|no charge|gratuitous\w*|free|without (?:payment|remuneration|consideration))\b/i,
    ],
    [/有偿/, /\b(?:for (?:a fee|payment|consideration|remuneration)|against payment)\b/i],
  ),
  opposite(
    [/(?<!不)限于/, /(?<!not )\blimited to\b/i],
    [/不限于/, /\bnot limited to\b|\bwithout limitation\b/i],
  ),
  opposite(
    [/(?<!不)包括(?!但)|(?<!不)包含/, /\b(?:includ\w+|compris\w+|contain\w*|cover\w*)\b/i],
    [
      /不包括|不包含|不含/,
      /\b(?:exclud\w+|not includ\w+|not cover\w*|not contain\w*|except\w*|other than|without|no)\b/i,
    ],
  ),
  opposite(
    [
      /(?<!不|未)(?:增加|提高|上调|延长)/,
      /\b(?:increas\w+|rais(?:e|es|ed) (?!no|any)|extend\w*|exten(?:sion|ded)|prolong\w*|longer)\b/i,
    ],
    [/(?<!不|未)(?:减少|降低|下调|缩短)/, /\b(?:reduc\w+|decreas\w+|lower\w*|shorten\w*)\b/i],
  ),
  {
    check: 'limit',
    one: [
      /[不未](?:得|应)?(?:超过|高于|多于|大于)|至多|最多/,
      /\b(?:not (?:to )?exceed\w*|(?:not|no) (?:more|longer|higher|greater) than|at most|up to)\b/i,
      /\b(?:exceed\w*|more|most|up to|maximum|within|later|cap\w*|limit\w*|longer|higher|above|over|beyond|greater|excess)\b/i,
    ],
    other: [
      /不(?:得|应)?(?:低于|少于|小于|短于)|至少|最低/,
      /\b(?:at least|(?:not|no) (?:less|fewer|lower|shorter) than)\b/i,
      /\b(?:least|less|fewer|minimum|lower|below|short\w*|weaker|insufficient\w*|inferior|lowest)\b/i,
    ],
  },
  {
    check: 'limit',
    one: [
      /[不未](?:得|应)?(?:超过|高于|多于|大于)|至多|最多/,
      /\b(?:not (?:to )?exceed\w*|(?:not|no) (?:more|longer|higher|greater) than|at most|up to)\b/i,
      /\b(?:exceed\w*|more|most|up to|maximum|within|later|cap\w*|limit\w*|longer|higher|above|over|beyond|greater|excess)\b/i,
    ],
    other: [
      /(?<!不|不得|不应)(?:低于|少于|小于|不足|未满)/,
      /(?<!\b(?:not|no|nor|neither)\b[^,.;]{0,24})\b(?:less|fewer|lower|shorter) than\b/i,
    ],
  },
  opposite(
    [/败诉/, /\b(?:losing|unsuccessful|defeated)\b/i],
    [/胜诉/, /\b(?:prevailing|successful|winning)\b/i],
  ),
  opposite(
    [/被告|被申请人/, /\b(?:defendants?|respondents?)\b/i],
    [/(?<!被)(?:原告|申请人)/, /\b(?:plaintiffs?|claimants?)\b/i],
  ),
  opposite([/全部/, NO_MATCH, NO_MATCH], [/部分|一部|份额/, /\bpart of\b|\bpartly\b/i]),
  opposite(
    [/一般保证/, /\b(?:ordinary|general|simple) (?:guarantee|suretyship)\b/i],
    [/连带(?:责任)?保证/, /\bjoint[^.;]{0,30}(?:guarantee|suretyship|liab\w+)/i],
  ),
  opposite(
    [/每(?:个)?月|按月/, /\b(?:monthly|each month|every month|per month|a month|by the month)\b/i],
    [/每年|按年/, /\b(?:annual(?:ly)?|yearly|each year|every year|per year|a year|per annum)\b/i],
  ),
  opposite(
    [/每(?:日|天)|按日|日(?:万|千|百)分/, /\b(?:daily|per day|each day|every day|a day|by the day)\b/i],
    [/每(?:个)?月|按月|月(?:万|千|百)分/, /\b(?:monthly|per month|each month|every month|a month)\b/i],
  ),
  opposite(
    [/(?<!间)直接(?:损失|损害|经济)/, /(?<!in)\bdirect (?:loss\w*|damage\w*|economic)/i],
    [/间接(?:损失|损害)/, /\b(?:indirect|consequential) (?:loss\w*|damage\w*)/i],
  ),
  opposite([/口头/, /\b(?:oral(?:ly)?|verbal(?:ly)?)\b/i], [/书面/, /\b(?:written|in writing)\b/i]),
  opposite(
    [
      /境内|(?<!中)国内/,
      /\b(?:within|in|inside) (?:the (?:mainland|territory)|mainland|China)\b|\bdomestic\w*\b/i,
    ],
    [/境外|国外/, /\b(?:abroad|outside|overseas|foreign|offshore)\b/i],
  ),
  opposite(
    [/全部/, /\b(?:all|whole|entire(?:ly)?|full(?:y)?|in full)\b/i],
    [/(?<!组成)部分/, /\b(?:parts?|partial(?:ly)?|partly|portion|some)\b/i],
  ),
]

const timeOpposites: Opposites[] = [
  {
    check: 'anchor',
    one: [
      /之前|以前|(?<![提此目从])前(?=[，。；、]|[^，。；提述款面期身置景途往]{0,12}[\d一二三四五六七八九十\ue040])/,
      /\b(?:before|prior to|ahead of|preceding)\b/i,
      /\b(?:before|prior|ahead|preceding|advance|until|by)\b/i,
    ],
    other: [
      /之后|以后|之日起|后(?=[，、]|[^，。；果续来面的]{0,12}[\d一二三四五六七八九十\ue040])/,
      /\b(?:after|following (?:the|its|such|receipt|delivery)|thereafter)\b/i,
      /\b(?:after|following|thereafter|from|of|since|upon|on|once|when|within|as|later)\b/i,
    ],
  },
  {
    check: 'anchor',
    one: [
      /收到|接到|收悉|受领|送达/,
      /\b(?:recei\w+|served?|reach\w*|arriv\w+|delivery|delivered|gets?|notified)\b/i,
    ],
    other: [
      /(?:开具|开立|出具|签发|发出|作出)(?:之日|日期|后|之后|当日)/,
      /\b(?:date of (?:the |an? |its )?(?:invoice|notice|bill|statement)|(?:invoice|notice) date|of its (?:date|issue)|issuance|dispatch\w*|date on which [^,.;]{1,30} (?:issued|sent|dispatched|made))\b/i,
    ],
  },
]

const matches = (pattern: RegExp, text: string) => pattern.test(text)

/** Reports a word on one side if the other side lacks its counterpart and contains the opposite. */
export function compareOpposites(segments: Sides<string>[]): Finding[] {
  const findings: Finding[] = []
  for (const { zh, en } of segments) {
    for (const { check, one, other } of [...roleOpposites, ...opposites, ...timeOpposites]) {
      if (findings.some((finding) => finding.check === check)) continue
      const isContradicted = (a: Meaning, b: Meaning) =>
        matches(a[0], zh) && !matches(b[0], zh) && matches(b[1], en) && !matches(a[2] ?? a[1], en)
      const pair = isContradicted(one, other)
        ? [one, other]
        : isContradicted(other, one)
          ? [other, one]
          : undefined
      if (!pair) continue
      const detail = {
        zh: readableText(pair[0]![0].exec(zh)![0], 'zh'),
        en: readableText(pair[1]![1].exec(en)![0], 'en'),
      }
      findings.push({ check, grade: 'probable', detail })
    }
  }
  return findings
}
