import type { Side } from '../../answers.ts'
import type { Check } from '../finding.ts'

/** A word on one side requires one of these words on the other. */
export interface Pairing {
  check: Check
  side: Side
  word: RegExp
  counterpart: RegExp
}

const scope = (side: Side, word: RegExp, counterpart: RegExp): Pairing => ({
  check: 'scope',
  side,
  word,
  counterpart,
})

/** Words of law and trade that a translation never leaves out. */
export const scopePairings: Pairing[] = [
  scope('zh', /重大过失/, /\bgross(?:ly)? negligen\w+/i),
  scope('en', /\bgross(?:ly)? negligen\w+/i, /重大过失/),
  scope(
    'zh',
    /故意/,
    /\b(?:intent\w*|wil?lful\w*|deliberate\w*|on purpose|purpose\w*|knowing\w*|malic\w+)\b/i,
  ),
  scope('en', /\b(?:intent|intentional(?:ly)?|wil?lful(?:ly)?)\b/i, /故意|有意|恶意|蓄意|明知|意图/),
  scope('zh', /商业秘密/, /\b(?:trade|business|commercial) secrets?\b/i),
  scope('en', /\btrade secrets?\b/i, /秘密/),
  scope('zh', /知识产权/, /\b(?:intellectual property|IP)\b/i),
  scope('en', /\bintellectual property\b/i, /知识产权|专利|商标|著作权/),
  scope('zh', /著作权|版权/, /\b(?:copyright\w*|author\w*)\b/i),
  scope('en', /\bcopyrights?\b/i, /著作权|版权/),
  scope('zh', /专利/, /\bpatent\w*\b/i),
  scope('en', /\bpatents?\b/i, /专利/),
  scope('zh', /商标/, /\b(?:trade-? ?)?marks?\b/i),
  scope('en', /\btrade-? ?marks?\b/i, /商标|标识/),
  scope('zh', /违约金/, /\b(?:damages|penalt\w+|late (?:fee|charge|payment)\w*|default interest)\b/i),
  scope('en', /\bliquidated damages\b/i, /违约金|赔偿金|滞纳金|罚/),
  scope('zh', /定金/, /\b(?:earnest|deposit)\b/i),
  scope('en', /\bearnest money\b/i, /定金/),
  scope('zh', /押金|保证金/, /\b(?:deposit\w*|security|bond|margin|retention)\b/i),
  scope('zh', /利息|计息/, /\binterest\b/i),
  scope('en', /\b(?:bears? interest|with interest|interest (?:at|on|from|rate|accru\w+))\b/i, /息|利率/),
  scope('zh', /保险(?!箱|柜|金)/, /\binsur\w+/i),
  scope('en', /\binsurances?\b/i, /保险|投保|社保/),
  scope('zh', /发票/, /\b(?:invoic\w*|fapiao)\b/i),
  scope('en', /\bVAT invoices?\b|\binvoices?\b/i, /发票|开票|票据|账单|单据/),
  scope('zh', /抵押/, /\b(?:mortgag\w*|secur\w*|charge[ds]?|encumb\w*)\b/i),
  scope('en', /\bmortgag\w*/i, /抵押/),
  scope('en', /\bovertime\b/i, /加班|延长工作|超时/),
  scope('zh', /加班/, /\bovertime\b/i),
  scope('zh', /试用期/, /\b(?:probation\w*|trial)\b/i),
  scope('en', /\bprobation\w*/i, /试用/),
  scope('zh', /破产/, /\b(?:bankrupt\w*|insolven\w*)\b/i),
  scope('en', /\b(?:bankruptcy|insolvency)\b/i, /破产|清算|无力|不能清偿|资不抵债|丧失/),
  scope('en', /\bsource code\b/i, /源代码|源程序|源码/),
  scope('zh', /源代码|源程序|源码/, /\bsource\b/i),
  scope('en', /\bbank (?:account|card|loan|guarantee)s?\b/i, /银行|账户|账号|开户|贷款|保函|卡/),
  scope('zh', /银行(?:账户|贷款|卡|保函)/, /\bbank\w*\b|\bloans?\b/i),
  scope('en', /\bhealth\b/i, /健康|卫生|医|病|养生/),
  scope('zh', /健康/, /\bhealth\w*\b|\bmedical\b/i),
  scope('en', /\bpassports?\b/i, /护照/),
  scope('en', /\b(?:mobile|phone) numbers?\b/i, /手机|电话|号码|移动/),
  scope('zh', /手机/, /\b(?:mobile|i?phones?|telephone|cell\w*|Android|apps?)\b/i),
  scope('en', /\brefurbish\w*/i, /翻新|二手|旧/),
  scope('zh', /翻新/, /\b(?:refurbish\w*|recondition\w*|renovat\w*|redecorat\w*)\b/i),
  scope('en', /\bon-?\s?site\b/i, /现场|上门|驻场|场所|工地/),
  scope('en', /\braw materials?\b/i, /原料|原材料|材料/),
  scope('zh', /律师费/, /\b(?:lawyer|attorney|legal|counsel)/i),
  scope('en', /\b(?:lawyers?['’]?s?|attorneys?['’]?s?|legal) (?:fees?|costs?)\b/i, /律师|法律/),
  scope('zh', /(?<!退)运费/, /\b(?:freight|carriage|transport\w*|shipping|shipment|delivery|haulage)\b/i),
  scope('en', /\bfreight\b/i, /运/),
  scope('zh', /(?<!不)承担连带/, /\bjoint/i),
  scope('en', /\bjointly and severally\b/i, /连带/),
]
