import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

/** Events before or after which something happens: Chinese words, and beginnings of English ones. */
const EVENTS: [zh: string[], en: string[]][] = [
  [
    ['签署', '签订', '签字', '订立'],
    ['sign', 'conclu'],
  ],
  [['成立'], ['formation', 'formed']],
  [['生效'], ['taking effect', 'effective', 'takes effect']],
  [
    ['交付', '交货'],
    ['deliver', 'handing over'],
  ],
  [
    ['装运', '发货'],
    ['shipment', 'shipping', 'dispatch'],
  ],
  [
    ['付款', '支付'],
    ['paying', 'payment'],
  ],
  [['收到'], ['receipt', 'receiving']],
  [['确认'], ['confirm']],
  [['验收'], ['acceptance']],
  [['检验'], ['inspect']],
  [
    ['解除', '终止', '此'],
    ['terminat', 'the end of this', 'then'],
  ],
  [
    ['入职', '到岗'],
    ['the first day', 'joining'],
  ],
  [['离职'], ['employment', 'leaving']],
  [
    ['届满', '期满'],
    ['expiry', 'the end of the term'],
  ],
  [['公证'], ['notaris', 'being notarised']],
  [['发票'], ['the invoice is issued', 'issuing the invoice']],
  [['通知'], ['notifying']],
  [['出售'], ['selling']],
]

/** The maximum distance between an event and its 前 or 后, in characters. */
const MAX_DISTANCE_AFTER = 10
const MAX_DISTANCE_BEFORE = 12

/** Phrases in which 前 and 后 do not relate to an event. */
const UNRELATED =
  /提前|目前|从前|当前|事前|前述|前款|前条|前项|之前的|售后|今后|后果|后续|先后|背后|随后|然后/g

type Order = 'before' | 'after'

/** Whether the clauses name something before the event, something after it, or both. */
function ordersIn(clauses: string[], words: string[]): Set<Order> {
  const orders = new Set<Order>()
  for (const clause of clauses)
    for (const word of words)
      for (let index = clause.indexOf(word); index >= 0; index = clause.indexOf(word, index + word.length)) {
        const textAfter = clause.slice(index + word.length, index + word.length + MAX_DISTANCE_AFTER)
        const textBefore = clause.slice(Math.max(0, index - MAX_DISTANCE_BEFORE), index)
        for (const one of textAfter)
          if (one === '前' || one === '后') orders.add(one === '前' ? 'before' : 'after')
        // “Verify, then pay”, 核实后付款, states an action before the payment.
        if (textBefore.includes('后') || textBefore.includes('未')) orders.add('before')
        if (textBefore.includes('前') || textBefore.includes('已') || textBefore.includes('先'))
          orders.add('after')
      }
  return orders
}

const DETERMINERS = /^(?:the|its|any|such|their|it|this|both parties|being) /

function englishOrders(en: string): [Order, string][] {
  return [...en.matchAll(/\b(before|after|prior to)\s+([^,.;]{3,60})/gi)].map(([, word, rest]) => [
    word!.toLowerCase() === 'after' ? 'after' : 'before',
    rest!.toLowerCase(),
  ])
}

const beginsWithStem = (text: string, stems: string[]) => {
  const withoutDeterminer = text.replace(DETERMINERS, '')
  return stems.some((stem) => text.startsWith(stem) || withoutDeterminer.startsWith(stem))
}

function isReversed({ zh, en }: Sides<string>): boolean {
  const orders = englishOrders(en)
  if (!orders.length) return false
  const clauses = zh.replace(UNRELATED, '').split(/[，。；：]/)
  return EVENTS.some(([words, stems]) => {
    const english = new Set(orders.filter(([, text]) => beginsWithStem(text, stems)).map(([order]) => order))
    if (english.size !== 1) return false
    const chinese = ordersIn(clauses, words)
    return chinese.size === 1 && !chinese.has([...english][0]!)
  })
}

/**
 * Reports an event that one language puts before an action and the other after it, such as 签署后 and before
 * signing. Ignores an event that a sentence uses both ways.
 */
export function compareEventOrder(segments: Sides<string>[]): Finding[] {
  const reversed = segments.find(isReversed)
  if (!reversed) return []
  const detail = { zh: readableText(reversed.zh, 'zh'), en: readableText(reversed.en, 'en') }
  return [{ check: 'anchor', grade: 'probable', detail }]
}
