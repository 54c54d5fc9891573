import { lineWords, type Order } from '#modules/orders/index.ts'
import { printTables, type TablePaper } from '#modules/printing/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Locale, Translate } from '#src/core/i18n.ts'
import { momentText } from '#views/values/moment.tsx'
import {
  amountInWords,
  type Buyer,
  buyerTable,
  type Line,
  money,
  ourCompany,
  paperWords,
  sameInBoth,
  type Words,
} from './money-lines.ts'

/**
 * The receipt of a paid order as a bilingual PDF; the Chinese is Traditional for readers of Traditional
 * Chinese.
 */
export async function printReceipt(order: Order, buyer: Buyer, locale: Locale): Promise<Uint8Array> {
  const paperIn = paperWords(locale)
  const { script, words, both: inBoth } = paperIn
  const paper: TablePaper = {
    script,
    title: inBoth('orders.receipt.title'),
    number: order.number,
    numberLabel: inBoth('orders.number'),
    tables: [
      ourCompany(paperIn, 'orders.receipt.receivedBy'),
      buyerTable(paperIn, 'orders.receipt.receivedFrom', buyer, order.buyer_name),
      {
        head: inBoth('orders.receipt.goods'),
        name: sameInBoth(''),
        lines: order.lines.map((_, index) => lineOf(words, order, index)),
      },
      {
        head: inBoth('orders.receipt.amount'),
        name: sameInBoth(money(order, order.total)),
        lines: [
          amountInWords(paperIn, order.currency, order.total),
          { label: inBoth('orders.method'), value: inBoth(`orders.methods.${order.method}`) },
          { label: inBoth('orders.paidAt'), value: sameInBoth(momentText(order.paid_at!)) },
          ...validity(words, order),
        ],
      },
    ],
    note: inBoth('orders.receipt.note'),
  }
  return (await printTables(paper, order.paid_at!)).bytes
}

function lineOf(words: Words, order: Order, index: number): Line {
  const line = order.lines[index]!
  const amount = money(order, BigInt(line.amount))
  const lineText = (t: Translate) => lineWords(t, line)
  const label = (t: Translate) => t('orders.receipt.line', { index: index + 1 })
  return {
    label: { zh: label(words.zh), en: label(words.en) },
    value: { zh: `${lineText(words.zh)}\n${amount}`, en: `${lineText(words.en)}\n${amount}` },
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
