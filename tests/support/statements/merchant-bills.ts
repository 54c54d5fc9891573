import { zipSync } from 'fflate'
import { inGbk, inUtf8 } from './encodings.ts'

/** A payment or a refund on a merchant bill. The amount is in yuan with two decimals. */
export interface BillRow {
  /** yyyy-MM-dd HH:mm:ss in Shanghai time. */
  at: string
  amount: string
  reference: string
  number: string
  isRefund?: boolean
  /** The merchant's number of a refund request. */
  key?: string
}

const ALIPAY_HEADING =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

const alipayLine = ({ at, amount, reference, number, isRefund, key = '' }: BillRow) => {
  const money = isRefund ? `-${amount}` : amount
  const kind = isRefund ? '退款' : '交易'
  const leadingCells = [
    `${reference}\t`,
    `${number}\t`,
    kind,
    '契书',
    at,
    at,
    '',
    '',
    '',
    '',
    '*娜(138****0000)',
  ]
  return [
    ...leadingCells,
    money,
    money,
    ...Array(4).fill('0.00'),
    '0.00',
    '',
    '0.00',
    '0.00',
    key,
    '-0.60',
    '0.00',
    '',
  ]
    .map(String)
    .join(',')
}

/** Alipay's archive with the bill of a day: the trades and their totals, in GBK. */
export function alipayBillOf(day: string, rows: BillRow[]): Uint8Array {
  const words = day.replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日')
  const linesAbove = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000000156]',
    `#起始日期：[${words} 00:00:00]   终止日期：[${words} 23:59:59]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
  ]
  const linesBelow = ['#-----业务明细列表结束-----', `#交易合计：${rows.length}笔，商家实收共0.00元`]
  const totals = [
    '#支付宝业务汇总查询',
    '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）',
    '合计,,1,1,79.00',
  ]
  const file = (lines: string[]) => inGbk(lines.map((line) => `${line}\r\n`).join(''))
  return zipSync({
    '2088_业务明细.csv': file([...linesAbove, ALIPAY_HEADING, ...rows.map(alipayLine), ...linesBelow]),
    '2088_业务明细(汇总).csv': file(totals),
  })
}

const WECHAT_HEADING =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'

const wechatLine = ({ at, amount, reference, number, isRefund, key = 'r-1' }: BillRow) => {
  const [came, back] = isRefund ? ['0.00', amount] : [amount, '0.00']
  const refund = isRefund
    ? ['R1', key, back, '0.00', 'ORIGINAL', 'SUCCESS']
    : ['0', '0', back, '0.00', '', '']
  const state = isRefund ? 'REFUND' : 'SUCCESS'
  const leadingCells = [
    at,
    'wx0000',
    '1900000001',
    '0',
    '',
    reference,
    number,
    'oUpF8u',
    'NATIVE',
    state,
    'OTHERS',
  ]
  return [...leadingCells, 'CNY', came, '0.00', ...refund, '契书', '', '0.00000', '0.60%', came, back, '']
    .map((cell) => `\`${cell}`)
    .join(',')
}

/** WeChat Pay's file with the bill of a day, with the totals in its last lines. */
export function wechatBillOf(_: string, rows: BillRow[]): Uint8Array {
  const totals =
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
  const linesBelow = [totals, '`2,`99.00,`20.00,`0.00,`0.00000,`99.00,`20.00']
  const lines = [WECHAT_HEADING, ...rows.map(wechatLine), ...linesBelow]
  return inUtf8(`\ufeff${lines.map((line) => `${line}\r\n`).join('')}`)
}
