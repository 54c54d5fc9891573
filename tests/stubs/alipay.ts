import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import { type Call, startGateway } from './gateway.ts'

/** The keys of the merchant, of Alipay and of an attacker, new in every run. */
const [merchant, alipay, stranger] = [1, 2, 3].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))

export const ALIPAY = {
  appId: '2021000000000000',
  sellerId: '2088000000000000',
  privateKey: merchant!.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  // The key in the format of Alipay's console.
  publicKey: alipay!.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
}

interface Trade {
  number: string
  tradeNo: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED'
  /** The paid amount, in yuan with two decimals. */
  amount: string
  paidAt: string
  refunds: Map<string, string>
}

interface SignedAgreement {
  external: string
  no: string
  status: 'NORMAL' | 'STOP'
  /** The maximum amount of one charge, in yuan. */
  limit: string
  /** Simulates an insufficient balance. */
  isEmpty: boolean
}

const BILL_FILE = '/downloadBillFile.resource'
const WINDOW = 15 * 60_000
const shanghai = (at: Date) =>
  new Date(at.getTime() + 28_800_000).toISOString().slice(0, 19).replace('T', ' ')
const fromShanghai = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const content = (fields: Record<string, string>) =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
const signed = (text: string, by = alipay!) =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(by.privateKey, 'base64')
const cents = (yuan: string) => BigInt(yuan.replace('.', ''))

/** Simulates openapi.alipay.com: its page, query, close, refund and bills, and its callbacks. */
export async function startAlipayStub() {
  const trades = new Map<string, Trade>()
  const agreements = new Map<string, SignedAgreement>()
  const agreementOf = ({ agreement_no, external_agreement_no }: Record<string, string>) =>
    [...agreements.values()].find(
      ({ no, external }) => no === agreement_no || external === external_agreement_no,
    )
  /** The signer of the next response. */
  const next = { signer: alipay }
  /** Bills by day, and a wrong address for them. */
  const bills = new Map<string, Uint8Array>()
  const named = { address: '' }
  const gateway = await startGateway((call) => {
    if (call.url.pathname === BILL_FILE) {
      const bill = bills.get(call.url.searchParams.get('bizDates') ?? '')
      return bill ? { status: 200, body: bill } : { status: 404, body: '' }
    }
    const fields = fieldsOf(call)
    const wrong = objection(fields)
    const body = wrong
      ? refusal('40002', wrong)
      : METHODS[fields.method ?? '']?.(JSON.parse(fields.biz_content!))
    const node = JSON.stringify(body ?? refusal('40002', 'isv.invalid-method'))
    const name = `${fields.method?.replaceAll('.', '_')}_response`
    const sign = signed(node, next.signer)
    next.signer = alipay
    return { status: 200, body: `{"${name}":${node},"sign":"${sign}"}` }
  })

  const METHODS: Record<string, (request: Record<string, string>) => object> = {
    'alipay.trade.query': ({ out_trade_no }) => {
      const trade = trades.get(out_trade_no!)
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST')
      const paid = trade.status !== 'WAIT_BUYER_PAY' && { send_pay_date: trade.paidAt }
      return {
        code: '10000',
        msg: 'Success',
        out_trade_no: trade.number,
        trade_no: trade.tradeNo,
        trade_status: trade.status,
        total_amount: trade.amount,
        buyer_logon_id: '138****0000',
        ...paid,
      }
    },
    'alipay.trade.close': ({ out_trade_no }) => {
      const trade = trades.get(out_trade_no!)
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST')
      if (trade.status !== 'WAIT_BUYER_PAY') return refusal('40004', 'ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return { code: '10000', msg: 'Success', out_trade_no, trade_no: trade.tradeNo }
    },
    'alipay.trade.refund': ({ out_trade_no, refund_amount, out_request_no }) => {
      const trade = trades.get(out_trade_no!)
      if (!trade?.paidAt) return refusal('40004', 'ACQ.TRADE_NOT_EXIST')
      const again = trade.refunds.has(out_request_no!)
      const back = [...trade.refunds.values()].reduce((sum, one) => sum + cents(one), 0n)
      if (!again && back + cents(refund_amount!) > cents(trade.amount))
        return refusal('40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      trade.refunds.set(out_request_no!, refund_amount!)
      if (!again && back + cents(refund_amount!) === cents(trade.amount)) trade.status = 'TRADE_CLOSED'
      return { code: '10000', msg: 'Success', out_trade_no, fund_change: again ? 'N' : 'Y' }
    },
  }

  METHODS['alipay.user.agreement.query'] = (request) => {
    const agreement = agreementOf(request)
    if (!agreement || agreement.status === 'STOP') return refusal('40004', 'USER_AGREEMENT_NOT_EXIST')
    const { no, external, status } = agreement
    return { code: '10000', msg: 'Success', agreement_no: no, external_agreement_no: external, status }
  }
  METHODS['alipay.user.agreement.unsign'] = (request) => {
    const agreement = agreementOf(request)
    if (!agreement || agreement.status === 'STOP') return refusal('40004', 'USER_AGREEMENT_NOT_EXIST')
    agreement.status = 'STOP'
    return { code: '10000', msg: 'Success' }
  }
  METHODS['alipay.trade.pay'] = ({ out_trade_no, total_amount, product_code, agreement_params }) => {
    const agreement = agreementOf(agreement_params as never)
    if (product_code !== 'CYCLE_PAY_AUTH') return refusal('40004', 'ACQ.INVALID_PARAMETER')
    const known = trades.get(out_trade_no!)
    if (known?.paidAt) return refusal('40004', 'ACQ.TRADE_HAS_SUCCESS')
    if (known?.status === 'TRADE_CLOSED') return refusal('40004', 'ACQ.TRADE_HAS_CLOSE')
    if (agreement?.status !== 'NORMAL') return refusal('40004', 'ACQ.AGREEMENT_NOT_EXIST')
    if (cents(total_amount!) > cents(agreement.limit)) return refusal('40004', 'ACQ.AGREEMENT_ERROR')
    const trade: Trade = {
      number: out_trade_no!,
      tradeNo: `T${out_trade_no}`,
      status: 'WAIT_BUYER_PAY',
      amount: total_amount!,
      paidAt: '',
      refunds: new Map(),
    }
    trades.set(out_trade_no!, trade)
    if (agreement.isEmpty) return refusal('40004', 'ACQ.BUYER_BALANCE_NOT_ENOUGH')
    Object.assign(trade, { status: 'TRADE_SUCCESS', paidAt: shanghai(now()) })
    return { code: '10000', msg: 'Success', out_trade_no, trade_no: trade.tradeNo, total_amount }
  }

  METHODS['alipay.data.dataservice.bill.downloadurl.query'] = ({ bill_type, bill_date }) => {
    if (bill_type !== 'trade') return refusal('40004', 'isp.invalid_arguments')
    if (!bills.has(bill_date!)) return refusal('40004', 'isp.bill_not_exist')
    const address = `${gateway.url}${BILL_FILE}?bizDates=${bill_date}`
    return { code: '10000', msg: 'Success', bill_download_url: named.address || address }
  }

  return Object.assign(gateway, {
    trades,
    bills,
    named,
    /** The next response is about another order. */
    forgeOnce: () => {
      next.signer = stranger
    },
    /** The payer's browser opens the link and gets the payment page; the trade exists from then on. */
    open(link: string): string {
      const fields = Object.fromEntries(new URL(link).searchParams)
      const wrong = objection(fields)
      if (wrong) return wrong
      const content = JSON.parse(fields.biz_content!)
      if (fromShanghai(content.time_expire) <= now().getTime()) return 'expired'
      const number: string = content.out_trade_no
      const trade: Trade = {
        number,
        tradeNo: `T${number}`,
        status: 'WAIT_BUYER_PAY',
        amount: content.total_amount,
        paidAt: '',
        refunds: new Map(),
      }
      if (!trades.has(number)) trades.set(number, trade)
      return trades.get(number)!.status === 'TRADE_CLOSED' ? 'closed' : content.total_amount
    },
    agreements,
    /** The payer agrees to the mandate of this link; returns its number, or the error. */
    agree(link: string): string {
      const fields = Object.fromEntries(new URL(link).searchParams)
      const wrong = objection(fields)
      if (wrong) return wrong
      const content = JSON.parse(fields.biz_content!)
      const { execute_time, single_amount } = content.period_rule_params
      if (Number(execute_time.slice(8)) > 28) return 'INVALID_PARAMETER'
      const external: string = content.external_agreement_no
      const agreement = { external, no: `A${external}`, limit: single_amount, isEmpty: false }
      agreements.set(external, { ...agreement, status: 'NORMAL' })
      return external
    },
    /** The body of a callback about a mandate, which names no seller. */
    agreementNotification(external: string, type = 'dut_user_sign', by: 'alipay' | 'stranger' = 'alipay') {
      const fields: Record<string, string> = {
        app_id: ALIPAY.appId,
        partner_id: ALIPAY.sellerId,
        charset: 'utf-8',
        version: '1.0',
        notify_type: type,
        notify_id: 'n2',
        notify_time: shanghai(now()),
        external_agreement_no: external,
        agreement_no: `A${external}`,
        status: type === 'dut_user_sign' ? 'NORMAL' : 'UNSIGN',
      }
      const sign = signed(content(fields), by === 'alipay' ? alipay : stranger)
      return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString()
    },
    pay(number: string, amount = trades.get(number)!.amount) {
      Object.assign(trades.get(number)!, { status: 'TRADE_SUCCESS', amount, paidAt: shanghai(now()) })
    },
    /** The body of a callback with these changes, in Alipay's format. */
    notification(number: string, changes: Record<string, string> = {}, by: 'alipay' | 'stranger' = 'alipay') {
      const fields: Record<string, string> = {
        app_id: ALIPAY.appId,
        seller_id: ALIPAY.sellerId,
        charset: 'utf-8',
        version: '1.0',
        notify_type: 'trade_status_sync',
        notify_id: 'n1',
        notify_time: shanghai(now()),
        out_trade_no: number,
        trade_no: `T${number}`,
        trade_status: 'TRADE_SUCCESS',
        ...(trades.get(number)?.paidAt && { gmt_payment: trades.get(number)!.paidAt }),
        total_amount: trades.get(number)?.amount ?? '0.01',
        subject: '契书 100% A+B & C=D 套餐',
        ...changes,
      }
      const { sign_type = 'RSA2', ...rest } = fields
      const sign = signed(content(rest), by === 'alipay' ? alipay : stranger)
      return new URLSearchParams({ ...rest, sign_type, sign }).toString()
    },
  })
}

export type AlipayStub = Awaited<ReturnType<typeof startAlipayStub>>

const refusal = (code: string, sub_code: string) => ({
  code,
  msg: 'Business Failed',
  sub_code,
  sub_msg: '无"',
})

const fieldsOf = ({ url, body }: Call): Record<string, string> =>
  Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])

/** The sub_code of Alipay's response; null for a valid request. */
function objection({ sign = '', ...fields }: Record<string, string>): string | null {
  if (fields.app_id !== ALIPAY.appId) return 'isv.invalid-app-id'
  const right = createVerify('RSA-SHA256').update(content(fields), 'utf8')
  if (fields.sign_type !== 'RSA2' || !right.verify(merchant!.publicKey, sign, 'base64'))
    return 'isv.invalid-signature'
  const off = Math.abs(fromShanghai(fields.timestamp ?? '') - now().getTime())
  return off <= WINDOW ? null : 'isv.invalid-timestamp'
}
