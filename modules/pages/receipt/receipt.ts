import { daxie } from '#assembly/numbers/money.ts'
import { lineWords, type Order } from '#modules/orders/index.ts'
import { printTables, type TablePaper } from '#modules/printing/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { withMinus } from '#views/values/minus.ts'
import { momentText } from '#views/values/moment.tsx'
import { moneyInWords } from './money-words.ts'

interface Buyer {
  companyName: string
  credit_code: string | null
}

type Words = { zh: Translate; en: Translate }
type Line = TablePaper['tables'][number]['lines'][number]

/**
 * The receipt of a paid order as a PDF in both languages; its Chinese is Traditional for readers of
 * Traditional.
 */
export async function printReceipt(order: Order, buyer: Buyer, locale: Locale): Promise<Uint8Array> {
  const script = locale === 'zh_TW' ? ('Hant' as const) : ('Hans' as const)
  const words = { zh: translate(script === 'Hant' ? 'zh_TW' : 'zh_CN'), en: translate('en_US') }
  const both = (key: MessageKey) => ({ zh: words.zh(key), en: words.en(key) })
  const bothOf = (of: Record<Locale, string>) => ({
    zh: of[script === 'Hant' ? 'zh_TW' : 'zh_CN'],
    en: of.en_US,
  })
  const same = (text: string) => ({ zh: text, en: text })
  const paper: TablePaper = {
    script,
    title: both('orders.receipt.title'),
    number: order.number,
    numberLabel: both('orders.number'),
    tables: [
      {
        head: both('orders.receipt.receivedBy'),
        name: bothOf(config.company.name),
        lines: [{ label: both('orders.receipt.ourAddress'), value: bothOf(config.company.address) }],
      },
      {
        head: both('orders.receipt.receivedFrom'),
        name: same(buyer.companyName),
        lines: [
          ...(buyer.credit_code
            ? [{ label: both('orders.receipt.creditCode'), value: same(buyer.credit_code) }]
            : []),
          { label: both('orders.buyer'), value: same(order.buyer_name) },
        ],
      },
      {
        head: both('orders.receipt.goods'),
        name: same(''),
        lines: order.lines.map((_, index) => lineOf(words, order, index)),
      },
      {
        head: both('orders.receipt.amount'),
        name: same(money(order, order.total)),
        lines: [
          {
            label: both('orders.receipt.inWords'),
            value: {
              zh: daxie(Number(order.total), order.currency, script),
              en: moneyInWords(order.total, order.currency),
            },
          },
          { label: both('orders.method'), value: both(`orders.methods.${order.method}`) },
          { label: both('orders.paidAt'), value: same(momentText(order.paid_at!)) },
          ...validity(words, order),
        ],
      },
    ],
    note: both('orders.receipt.note'),
  }
  return (await printTables(paper, order.paid_at!)).bytes
}

/** CNY 12,345.00 */
const money = ({ currency }: Order, amount: bigint) =>
  `${currency} ${withMinus(decimal(amount)).replace(/\B(?=(\d{3})+\.)/g, ',')}`

function lineOf(words: Words, order: Order, index: number): Line {
  const line = order.lines[index]!
  const amount = money(order, BigInt(line.amount))
  const say = (t: Translate) => lineWords(t, line)
  const label = (t: Translate) => t('orders.receipt.line', { index: index + 1 })
  return {
    label: { zh: label(words.zh), en: label(words.en) },
    value: { zh: `${say(words.zh)}\n${amount}`, en: `${say(words.en)}\n${amount}` },
  }
}

function validity({ zh, en }: Words, { valid_from: from, valid_to: to }: Order): Line[] {
  if (!from || !to) return []
  const days = { from: shanghaiDay(from), to: shanghaiDay(to) }
  const label = 'orders.receipt.valid'
  return [
    {
      label: { zh: zh(label), en: en(label) },
      value: { zh: zh('orders.period', days), en: en('orders.period', days) },
    },
  ]
}
