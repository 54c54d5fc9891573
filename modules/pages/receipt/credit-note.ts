import { type findCreditNote, goodsOf } from '#modules/orders/index.ts'
import { printTables, type TablePaper } from '#modules/printing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import { momentText } from '#views/values/moment.tsx'
import {
  amountInWords,
  type Buyer,
  buyerTable,
  type Line,
  money,
  ourCompany,
  type PaperWords,
  paperWords,
  sameInBoth,
} from './money-lines.ts'

type CreditNote = Awaited<ReturnType<typeof findCreditNote>>

/** The credit note of a refund as a bilingual PDF, the counterpart of the receipt. */
export async function printCreditNote(note: CreditNote, buyer: Buyer, locale: Locale): Promise<Uint8Array> {
  const order = { ...note, number: note.orderNumber }
  const paperIn = paperWords(locale)
  const { script, words, both: inBoth } = paperIn
  const paper: TablePaper = {
    script,
    title: inBoth('orders.creditNote.title'),
    number: note.number,
    numberLabel: inBoth('orders.creditNote.number'),
    tables: [
      ourCompany(paperIn, 'orders.creditNote.returnedBy'),
      buyerTable(paperIn, 'orders.creditNote.returnedTo', buyer, order.buyer_name),
      {
        head: inBoth('orders.creditNote.order'),
        name: sameInBoth(order.number),
        lines: [
          {
            label: inBoth('orders.goods.label'),
            value: { zh: goodsOf(words.zh, order), en: goodsOf(words.en, order) },
          },
          { label: inBoth('orders.total'), value: sameInBoth(money(order, order.total)) },
          { label: inBoth('orders.paidAt'), value: sameInBoth(momentText(order.paid_at!)) },
        ],
      },
      {
        head: inBoth('orders.creditNote.amount'),
        name: sameInBoth(money(order, note.amount)),
        lines: [
          amountInWords(paperIn, order.currency, note.amount),
          { label: inBoth('orders.refund.reason'), value: sameInBoth(note.reason) },
          ...revokedLines(paperIn, note),
          { label: inBoth('orders.creditNote.way'), value: inBoth(methodKey(note)) },
          { label: inBoth('orders.creditNote.issuedAt'), value: sameInBoth(momentText(note.created_at)) },
        ],
      },
    ],
    note: inBoth('orders.creditNote.note'),
  }
  return (await printTables(paper, note.created_at)).bytes
}

const methodKey = ({ method, payee }: CreditNote) =>
  payee ? ('orders.methods.bank' as const) : (`orders.methods.${method}` as const)

/** The end of the plan, and the uses that the refund revoked. */
function revokedLines({ words, both: inBoth }: PaperWords, { takenBack: refundText }: CreditNote): Line[] {
  const lines = { zh: refundText(words.zh).join('\n'), en: refundText(words.en).join('\n') }
  return lines.en ? [{ label: inBoth('orders.creditNote.taken'), value: lines }] : []
}
