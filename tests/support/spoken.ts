import type { Page } from 'playwright'

/** All Han characters in some rows of a two-byte character set; `cells` are the valid second bytes. */
function charactersOf(set: string, rows: [number, number], cells: [number, number][]): string {
  const decoder = new TextDecoder(set)
  let characters = ''
  for (let row = rows[0]; row <= rows[1]; row++)
    for (const [from, to] of cells)
      for (let cell = from; cell <= to; cell++) characters += decoder.decode(new Uint8Array([row, cell]))
  return characters.replace(/[^\p{Script=Han}]/gu, '')
}

/** The 6,763 characters of GB 2312, levels 1 and 2, for Simplified Chinese. */
export const GB_2312 = charactersOf('gb18030', [0xb0, 0xf7], [[0xa1, 0xfe]])
/** The 13,053 characters of Big5, levels 1 and 2, and the seven that ETEN added, for Traditional Chinese. */
export const BIG5 = charactersOf(
  'big5',
  [0xa4, 0xf9],
  [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
)

const only = (these: string, those: string) => {
  const otherCharacters = new Set(those)
  return [...these].filter((character) => !otherCharacters.has(character)).join('')
}

/** Names and typed text of the demo, which have the same script in every language. */
const TYPED_TEXTS = [
  // Chinese terms in English questions, because people search for them.
  '(公章)',
  '(印章)',
  '(骑缝章)',
  '年底到期 Ends this year',
  '价目表有效期届满 Prices expire',
  '签署中 Being signed',
  '办公场地 Premises',
  '供应商 Suppliers',
  '清河 Qinghe',
  '方薇',
  '王晓',
  '海桐律师事务所（演示）',
  '2027年修订（演示）',
  '许可备案期限调整，核对许可使用条款。',
  '莲花贸易（上海）有限公司',
  'Lotus Trading (Shanghai) Co., Ltd.',
  '清河信息技术（杭州）有限公司',
  '凯瑞机器人有限公司',
  '陈莲',
  '周远',
  '林若',
  '何铭',
  '韩娜',
  '韦小宝',
  '沈越',
  '莲花',
  '远山',
  '法务部',
  '采购部',
  '总法律顾问',
  '总经理',
  '法定代表人',
  '陈莲 Chen Lian',
  '周远 Zhou Yuan',
  'Kestrel Robotics Ltd.',
  'Kestrel Robotics Ltd',
  '上海市浦东新区世纪大道1568号12层',
  '上海市静安区南京西路1266号',
  '18 Harbourside Way, Bristol',
  'NDA with Kestrel Robotics',
  '保密协议：仓储自动化项目',
  '保密协议（供应商适用）',
  '清河 2026 年价目表 Price List',
  '保密协议：年度审计',
  '保密协议：采购系统试用',
  'NDA with Weiss Legal',
  'Lindenstraße 14, 10969 Berlin, Germany',
  '库存管理系统服务协议',
  '系统运维服务协议（2027）',
  '清河 2026 年价目表 Price List',
  '付款期限与我方内部规定不符，请改为三十日。',
  '房屋租赁合同',
  '买卖合同',
  '保密协议（双向）',
  '已向产品同事转达，等待排期后答复。',
  '仓储软件维护服务协议',
  '客户服务外包协议',
  '数据平台技术服务协议',
  '请重点看付款与知识产权。Please look at payment and intellectual property above all.',
  '年度预算里只批了四十八万，上限不要再动。',
  '验收期限能否写明工作日？',
  '验收条款请补充工作日与书面通知的要求。',
  'We pay our engineers every fortnight.',
  'Does this cover the tools we bring along?',
  'Two points in payment and intellectual property, otherwise fine.',
  'Could we agree on ten days instead of fifteen?',
  'We will come back to you on this tomorrow.',
  // Names of saved replies and of a coupon, and reasons, as staff typed them.
  '请补充截图',
  '询问详情',
  '问候',
  '结束语',
  '发票多久开具',
  '致谢并处理中',
  '新客首单优惠',
  '多购两次，退回未使用部分',
  '您说订单付款后用量没有增加，我们想和您一起核对订单页面。',
  'You asked which of your documents count against the free demo. We would like to look at the list with you.',
  // The subject of a certificate, which exists in English only.
  'Qishu Demo Time-Stamps - NOT FOR PRODUCTION',
  // Bank details in the spelling of the bank.
  '契书科技（上海）有限公司',
  '示例银行',
  '上海浦东支行',
  '上海市浦东新区示例路1号',
]

const RULES = {
  typed: TYPED_TEXTS,
  simplified: only(GB_2312, BIG5),
  traditional: only(BIG5, GB_2312),
}

/** Texts in another language or script than the elements around them declare. */
export async function misspoken(page: Page): Promise<string[]> {
  return page.evaluate(wrongWords, RULES)
}

function wrongWords({ typed, simplified, traditional }: typeof RULES): string[] {
  const han = /\p{Script=Han}/u
  const sentence = /[A-Za-z]{3,}[ ,;:]+[A-Za-z]{2,}[ ,;:]+[A-Za-z]{2,}/
  const inSimplified = new RegExp(`[${simplified}]`, 'u')
  const inTraditional = new RegExp(`[${traditional}]`, 'u')
  const fault = (words: string, lang: string) => {
    const remainingText = typed.reduce((text, name) => text.replaceAll(name, ''), words)
    if (!lang.startsWith('zh')) return han.test(remainingText) ? 'Han' : ''
    if (sentence.test(remainingText)) return 'English'
    if (!han.test(remainingText)) return ''
    if (/^zh-(TW|HK|Hant)/.test(lang)) return inSimplified.test(remainingText) ? 'simplified' : ''
    if (/^zh-(CN|Hans)/.test(lang)) return inTraditional.test(remainingText) ? 'traditional' : ''
    return 'Chinese in neither script'
  }
  const faults: string[] = []
  const judge = (words: string, element: Element | null, wrong: (lang: string) => string) => {
    const lang = element?.closest('[lang]')?.getAttribute('lang') ?? ''
    if (wrong(lang))
      faults.push(
        `${wrong(lang)} under ${lang}: ${words.trim().slice(0, 80)} in ${element?.outerHTML.slice(0, 80)}`,
      )
  }
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    if (!parentElement?.closest('script, style')) judge(data, parentElement, (lang) => fault(data, lang))
  }
  // An attribute cannot mark the language of quoted text, so it only has to contain some text in its
  // element's language.
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const words = element.getAttribute(name)!
      const quotes = han.test(words) && /[A-Za-z]{3}/.test(words)
      judge(words, element, (lang) =>
        quotes || /^zh/.test(lang) === han.test(words) ? '' : fault(words, lang),
      )
    }
  return faults
}
