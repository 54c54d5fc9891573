import { hash } from 'node:crypto'
import { now, SECOND } from '#src/core/clock.ts'
import type {
  EInvoiceRequest,
  EInvoiceReversal,
  EInvoiceService,
  UnfinishedOutcome,
} from './e-invoice-service.ts'
import { sampleFiles } from './sample-files.ts'

/** The simulated processing time, in milliseconds. */
const DELAY = 2 * SECOND

/** Titles with these words are refused, to demonstrate a failure. */
const REFUSED_TITLE = '开票失败'

const UNKNOWN_SUBMISSION: UnfinishedOutcome = { state: 'failed', reason: 'Unknown submission' }

/**
 * The service of a demo. It stores nothing: the id of a submission contains the submission, so its answers
 * are the same after a restart, and equal request numbers get equal invoice numbers.
 */
export const stubService: EInvoiceService = {
  issue: async (request) => idOf(request),
  query: async (id) => {
    const request = submissionOf<Omit<EInvoiceRequest, 'amount'>>(id)
    if (!request) return UNKNOWN_SUBMISSION
    if (now().getTime() < request.at + DELAY) return { state: 'pending' }
    if (request.title.includes(REFUSED_TITLE)) return { state: 'failed', reason: '购买方名称与税号不匹配' }
    const invoice = { number: numberOf('1', request.requestNumber), issuedAt: new Date(request.at) }
    return {
      state: 'issued',
      ...invoice,
      files: sampleFiles({ ...request, ...invoice, amount: BigInt(request.amount) }),
    }
  },
  reverse: async (reversal) => idOf(reversal),
  queryReversal: async (id) => {
    const reversal = submissionOf<Omit<EInvoiceReversal, 'amount'>>(id)
    if (!reversal) return UNKNOWN_SUBMISSION
    if (now().getTime() < reversal.at + DELAY) return { state: 'pending' }
    // As with a real service, the buyer of a special invoice has used it for a deduction and must confirm
    // its reversal.
    if (reversal.kind === 'special')
      return { state: 'failed', reason: '该发票已用于抵扣，红字信息确认单待购买方确认' }
    const invoice = { number: numberOf('2', reversal.requestNumber), issuedAt: new Date(reversal.at) }
    const facts = {
      title: '',
      taxNumber: '',
      item: `红冲 ${reversal.invoiceNumber}`,
      amount: -BigInt(reversal.amount),
    }
    return { state: 'issued', number: invoice.number, files: sampleFiles({ ...invoice, ...facts }) }
  },
}

const idOf = (submission: { amount: bigint }) =>
  Buffer.from(
    JSON.stringify({ ...submission, amount: String(submission.amount), at: now().getTime() }),
  ).toString('base64url')

function submissionOf<T>(id: string): (T & { amount: string; at: number }) | null {
  try {
    return JSON.parse(Buffer.from(id, 'base64url').toString())
  } catch {
    return null
  }
}

/** Twenty digits, beginning with the year and the code of a region that issues no invoices. */
const numberOf = (series: string, requestNumber: string) =>
  `2699${series}${String(BigInt(`0x${hash('sha256', requestNumber).slice(0, 16)}`) % 10n ** 15n).padStart(15, '0')}`
