import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { now } from '#src/core/clock.ts'
import { type Call, type Reply, startGateway } from './gateway.ts'

const [merchant, platform, stranger] = [1, 2, 3].map(() =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
)

export const WECHAT_PAY = {
  appId: 'wx-test-pay',
  merchant: '1900000001',
  serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  apiKey: 'abcdefghijklmnopqrstuvwxyz012345',
  publicKeyId: 'PUB_KEY_ID_0119000000012026112200000001',
  privateKey: merchant!.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  publicKey: platform!.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
}

interface Transaction {
  requestText: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  total: number
  currency: string
  paidAt: string
  refunds: Map<string, number>
}

const WINDOW = 300
const seconds = () => Math.floor(now().getTime() / 1000)
/** The library that sends requests uses the system clock, so the stub does too. */
const realSeconds = () => Math.floor(Date.now() / 1000)
const nonce = () => randomBytes(16).toString('hex')

/** The headers with which WeChat signs a body; `at` in seconds. */
function signedBy(key: typeof merchant, body: string, at = seconds()): Record<string, string> {
  const once = nonce()
  return {
    'wechatpay-timestamp': String(at),
    'wechatpay-nonce': once,
    'wechatpay-serial': WECHAT_PAY.publicKeyId,
    'wechatpay-signature': createSign('RSA-SHA256')
      .update(`${at}\n${once}\n${body}\n`)
      .sign(key!.privateKey, 'base64'),
  }
}

/**
 * Simulates api.mch.weixin.qq.com: Native pay, query, close, refund and bills, in the mode with the
 * platform's public key.
 */
export async function startWechatPayStub() {
  const transactions = new Map<string, Transaction>()
  const probe = { next: false }
  /** Bills by day; the error for days without a bill; a wrong hash and address to return. */
  const bills = new Map<string, Uint8Array>()
  const bill = { error: 'NO_STATEMENT_EXIST', hash: '', address: '' }
  const gateway = await startGateway((call) => {
    const wrong = objection(call)
    const { status, body } = wrong ? error(401, wrong) : answer(call)
    // Files have no signature, because the signed response contained their hash.
    if (typeof body !== 'string') return { status, body }
    const headers = signedBy(platform, body, realSeconds())
    // A probe: a client that accepts this response does not verify signatures.
    if (probe.next) headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`
    probe.next = false
    return { status, headers, body }
  })

  function answer({ method, url, body }: Call): Reply {
    const request = body ? JSON.parse(body) : {}
    if (method === 'POST' && url.pathname === '/v3/pay/transactions/native') return native(request, body)
    if (method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') return refund(request)
    if (url.pathname === '/v3/bill/tradebill') return billAddress(url.searchParams)
    if (url.pathname === '/v3/billdownload/file') {
      const file = bills.get(url.searchParams.get('token') ?? '')
      return file ? { status: 200, body: file } : error(400, 'INVALID_REQUEST')
    }
    const [, number = '', closing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? []
    const mchid = closing ? request.mchid : url.searchParams.get('mchid')
    if (mchid !== WECHAT_PAY.merchant) return error(400, 'PARAM_ERROR')
    const transaction = transactions.get(number)
    if (!transaction) return error(404, 'ORDER_NOT_EXIST')
    if (!closing) return ok(notificationOf(number, transaction))
    if (transaction.state !== 'NOTPAY') return error(400, 'ORDERPAID')
    transaction.state = 'CLOSED'
    return { status: 204, body: '' }
  }

  function billAddress(query: URLSearchParams): Reply {
    const day = query.get('bill_date') ?? ''
    const file = bills.get(day)
    if (query.get('bill_type') !== 'ALL') return error(400, 'PARAM_ERROR')
    if (!file) return error(400, bill.error)
    const hash_value = bill.hash || createHash('sha1').update(file).digest('hex')
    const download_url = bill.address || `${gateway.url}/v3/billdownload/file?token=${day}`
    return ok({ hash_type: 'SHA1', hash_value, download_url })
  }

  function native(
    order: { out_trade_no: string; time_expire: string; amount: { total: number } },
    text: string,
  ) {
    if (!Number.isInteger(order.amount.total) || order.amount.total < 1) return error(400, 'PARAM_ERROR')
    if (Date.parse(order.time_expire) <= now().getTime() + 60_000) return error(400, 'PARAM_ERROR')
    const known = transactions.get(order.out_trade_no)
    if (known && known.requestText !== text) return error(403, 'OUT_TRADE_NO_USED')
    if (known?.state === 'SUCCESS') return error(400, 'ORDERPAID')
    if (known?.state === 'CLOSED') return error(400, 'ORDER_CLOSED')
    const transaction: Transaction = {
      requestText: text,
      state: 'NOTPAY',
      total: order.amount.total,
      currency: 'CNY',
      paidAt: '',
      refunds: new Map(),
    }
    transactions.set(order.out_trade_no, known ?? transaction)
    return ok({ code_url: `weixin://wxpay/bizpayurl?pr=${order.out_trade_no}` })
  }

  function refund(body: {
    out_trade_no: string
    out_refund_no: string
    amount: { refund: number; total: number }
  }) {
    const transaction = transactions.get(body.out_trade_no)
    if (!transaction?.paidAt) return error(404, 'RESOURCE_NOT_EXISTS')
    const back = [...transaction.refunds].reduce(
      (sum, [no, one]) => (no === body.out_refund_no ? sum : sum + one),
      0,
    )
    if (body.amount.total !== transaction.total || back + body.amount.refund > transaction.total)
      return error(400, 'INVALID_REQUEST')
    transaction.refunds.set(body.out_refund_no, body.amount.refund)
    transaction.state = 'REFUND'
    return ok({ refund_id: `R${body.out_refund_no}`, status: 'PROCESSING' })
  }

  const notificationOf = (number: string, { state, total, currency, paidAt }: Transaction) => ({
    mchid: WECHAT_PAY.merchant,
    appid: WECHAT_PAY.appId,
    out_trade_no: number,
    trade_state: state,
    ...(state !== 'NOTPAY' && state !== 'CLOSED' && { transaction_id: `W${number}`, success_time: paidAt }),
    amount: { total, payer_total: total, currency },
    trade_state_desc: '支付成功 100%+&',
  })

  return Object.assign(gateway, {
    transactions,
    bills,
    bill,
    /** The next response is a probe. */
    probeOnce: () => {
      probe.next = true
    },
    pay(number: string, total = transactions.get(number)!.total, currency = 'CNY') {
      const paidAt = now()
        .toISOString()
        .replace(/\.\d+Z$/, '+00:00')
      Object.assign(transactions.get(number)!, { state: 'SUCCESS', total, currency, paidAt })
    },
    /** A callback: its headers and its body. */
    notification(
      number: string,
      { by = 'platform', at = seconds(), changes = {}, key = WECHAT_PAY.apiKey } = {} as Sent,
    ) {
      const facts = { ...notificationOf(number, transactions.get(number) ?? UNKNOWN), ...changes }
      const body = JSON.stringify({
        id: 'e1',
        create_time: now().toISOString(),
        event_type: 'TRANSACTION.SUCCESS',
        summary: '支付成功',
        resource_type: 'encrypt-resource',
        resource: sealed(JSON.stringify(facts), key),
      })
      return { headers: signedBy(by === 'platform' ? platform : stranger, body, at), body }
    },
  })
}

export interface Sent {
  by?: 'platform' | 'stranger'
  /** Unix time in seconds. */
  at?: number
  changes?: Record<string, unknown>
  key?: string
}

export type WechatPayStub = Awaited<ReturnType<typeof startWechatPayStub>>

const UNKNOWN: Transaction = {
  requestText: '',
  state: 'SUCCESS',
  total: 1,
  currency: 'CNY',
  paidAt: '2026-11-22T00:00:00+08:00',
  refunds: new Map(),
}

const ok = (body: object): Reply => ({ status: 200, body: JSON.stringify(body) })
const error = (status: number, code: string): Reply => ({
  status,
  body: JSON.stringify({ code, message: code }),
})

function sealed(text: string, key: string) {
  const once = nonce().slice(0, 12)
  const cipher = createCipheriv('aes-256-gcm', key, once).setAAD(Buffer.from('transaction'))
  const parts = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  const ciphertext = Buffer.concat(parts).toString('base64')
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext,
    nonce: once,
    associated_data: 'transaction',
    original_type: 'transaction',
  }
}

/** The error code of WeChat Pay; null for a valid request. */
function objection({ method, url, headers, body }: Call): string | null {
  const [scheme, ...rest] = String(headers.authorization ?? '').split(' ')
  const signature = Object.fromEntries(
    [...rest.join(' ').matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  )
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || signature.mchid !== WECHAT_PAY.merchant) return 'SIGN_ERROR'
  if (
    signature.serial_no !== WECHAT_PAY.serial ||
    Math.abs(realSeconds() - Number(signature.timestamp)) > WINDOW
  )
    return 'SIGN_ERROR'
  // Without this header WeChat Pay would sign with a certificate that this kind of merchant does not have.
  if (headers['wechatpay-serial'] !== WECHAT_PAY.publicKeyId) return 'SIGN_ERROR'
  const message = [
    method,
    url.pathname + url.search,
    signature.timestamp,
    signature.nonce_str,
    body,
    '',
  ].join('\n')
  const right = createVerify('RSA-SHA256').update(message)
  return right.verify(merchant!.publicKey, signature.signature ?? '', 'base64') ? null : 'SIGN_ERROR'
}
