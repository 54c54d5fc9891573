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
  same,
} from './money-lines.ts'

type CreditNote = Awaited<ReturnType<typeof findCreditNote>>

/** The credit note of a refund as a bilingual PDF, the counterpart of the receipt. */
export async function printCreditNote(note: CreditNote, buyer: Buyer, locale: Locale): Promise<Uint8Array> {
  const order = { ...note, number: note.orderNumber }
  const paperIn = paperWords(locale)
  const { script, words, both } = paperIn
  const paper: TablePaper = {
    script,
    title: both('orders.creditNote.title'),
    number: note.number,
    numberLabel: both('orders.creditNote.number'),
    tables: [
      ourCompany(paperIn, 'orders.creditNote.returnedBy'),
      buyerTable(paperIn, 'orders.creditNote.returnedTo', buyer, order.buyer_name),
      {
        head: both('orders.creditNote.order'),
        name: same(order.number),
        lines: [
          {
            label: both('orders.goods.label'),
            value: { zh: goodsOf(words.zh, order), en: goodsOf(words.en, order) },
          },
          { label: both('orders.total'), value: same(money(order, order.total)) },
          { label: both('orders.paidAt'), value: same(momentText(order.paid_at!)) },
        ],
      },
      {
        head: both('orders.creditNote.amount'),
        name: same(money(order, note.amount)),
        lines: [
          amountInWords(paperIn, order.currency, note.amount),
          { label: both('orders.refund.reason'), value: same(note.reason) },
          ...revokedLines(paperIn, note),
          { label: both('orders.creditNote.way'), value: both(wayOf(note)) },
          { label: both('orders.creditNote.issuedAt'), value: same(momentText(note.created_at)) },
        ],
      },
    ],
    note: both('orders.creditNote.note'),
  }
  return (await printTables(paper, note.created_at)).bytes
}

const wayOf = ({ method, payee }: CreditNote) =>
  payee ? ('orders.methods.bank' as const) : (`orders.methods.${method}` as const)

/** The end of the plan, and the uses that the refund revoked. */
function revokedLines({ words, both }: PaperWords, { takenBack: say }: CreditNote): Line[] {
  const lines = { zh: say(words.zh).join('\n'), en: say(words.en).join('\n') }
  return lines.en ? [{ label: both('orders.creditNote.taken'), value: lines }] : []
}
