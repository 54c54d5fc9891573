import type { StatementColumn, StatementMethod } from '../../desk-schema.ts'

/**
 * The columns of a known export: besides the usual ones, accounts that distinguish credits from debits, the
 * kind of an entry, and refunds.
 */
export type KnownColumn =
  | StatementColumn
  | 'payerAccount'
  | 'payeeAccount'
  | 'entryKind'
  | 'refundKey'
  | 'refundAmount'

/**
 * One export format of a bank or a payment service, which is recognised if the heading contains all its
 * marks. If a column has several names, the first name in the heading counts; remarks are joined. Other
 * columns are ignored.
 */
export interface KnownExport {
  code: string
  method: StatementMethod
  marks: string[]
  columns: Partial<Record<KnownColumn, string[]>>
  /**
   * Whether the sign distinguishes credits from debits, even in a file without signs, which has only
   * credits.
   */
  hasSign?: boolean
}

/** The headings are in the form of `plainHeading`. */
export const KNOWN_EXPORTS: readonly KnownExport[] = [
  {
    code: 'cmb',
    method: 'bank',
    marks: ['交易日', '贷方金额', '收/付方名称'],
    columns: {
      date: ['交易日'],
      time: ['交易时间'],
      debit: ['借方金额'],
      credit: ['贷方金额'],
      balance: ['余额'],
      reference: ['流水号'],
      payer: ['收/付方名称'],
      remark: ['摘要', '用途', '业务摘要', '其它摘要', '其他摘要', '业务参考号'],
      currency: ['币种'],
    },
  },
  {
    code: 'cmb-personal',
    method: 'bank',
    marks: ['记账日期', '交易金额', '联机余额'],
    hasSign: true,
    columns: {
      date: ['记账日期'],
      time: ['记账时间', '交易时间'],
      amount: ['交易金额'],
      balance: ['联机余额'],
      payer: ['对手信息'],
      remark: ['交易摘要', '客户摘要'],
      currency: ['货币'],
    },
  },
  {
    code: 'icbc',
    method: 'bank',
    marks: ['凭证号', '交易时间', '贷方发生额', '对方单位名称'],
    columns: {
      date: ['交易时间'],
      direction: ['借/贷'],
      debit: ['借方发生额'],
      credit: ['贷方发生额'],
      balance: ['余额'],
      payer: ['对方单位名称'],
      remark: ['摘要', '用途', '个性化信息', '附言'],
    },
  },
  {
    code: 'icbc-2',
    method: 'bank',
    marks: ['凭证号', '交易时间', '对方单位', '转入金额'],
    columns: {
      date: ['交易时间'],
      credit: ['转入金额'],
      debit: ['转出金额'],
      balance: ['余额'],
      payer: ['对方单位'],
      remark: ['用途', '摘要', '附言'],
    },
  },
  {
    code: 'icbc-personal',
    method: 'bank',
    marks: ['交易日期', '交易场所', '记账金额(收入)'],
    columns: {
      date: ['交易日期'],
      credit: ['记账金额(收入)'],
      debit: ['记账金额(支出)'],
      balance: ['余额'],
      payer: ['对方户名'],
      remark: ['摘要', '交易详情', '交易场所'],
      currency: ['记账币种'],
    },
  },
  {
    code: 'ccb',
    method: 'bank',
    marks: ['交易时间', '贷方发生额(收入)', '对方户名'],
    columns: {
      date: ['交易时间'],
      debit: ['借方发生额(支取)'],
      credit: ['贷方发生额(收入)'],
      balance: ['余额'],
      reference: ['账户明细编号-交易流水号'],
      payer: ['对方户名'],
      remark: ['摘要', '备注'],
      currency: ['币种'],
    },
  },
  {
    code: 'ccb-personal',
    method: 'bank',
    marks: ['记账日', '交易日期', '收入金额'],
    columns: {
      date: ['交易日期'],
      time: ['交易时间'],
      debit: ['支出金额'],
      credit: ['收入金额'],
      balance: ['账户余额'],
      payer: ['对方户名'],
      remark: ['摘要', '交易地点'],
      currency: ['币种'],
    },
  },
  {
    code: 'abc',
    method: 'bank',
    marks: ['交易日期', '交易金额', '本次余额'],
    hasSign: true,
    columns: {
      date: ['交易日期'],
      time: ['交易时间'],
      amount: ['交易金额'],
      balance: ['本次余额'],
      reference: ['日志号'],
      payer: ['对手信息', '对方户名'],
      remark: ['交易摘要', '交易附言'],
    },
  },
  {
    code: 'abc-corporate',
    method: 'bank',
    marks: ['交易时间', '收入金额', '本次余额'],
    columns: {
      date: ['交易时间'],
      credit: ['收入金额'],
      debit: ['支出金额'],
      balance: ['本次余额'],
      payer: ['对方户名'],
      remark: ['交易说明', '交易摘要', '交易附言', '交易用途'],
    },
  },
  {
    code: 'boc',
    method: 'bank',
    marks: ['付款人名称', '收款人名称', '交易日期', '交易金额'],
    columns: {
      date: ['交易日期'],
      time: ['交易时间'],
      amount: ['交易金额'],
      direction: ['交易类型', '来往账标识'],
      balance: ['交易后余额'],
      reference: ['交易流水号'],
      payer: ['付款人名称'],
      payerAccount: ['付款人账号'],
      payeeAccount: ['收款人账号'],
      remark: ['摘要', '用途', '交易附言', '备注'],
      currency: ['交易货币'],
    },
  },
  {
    code: 'boc-personal',
    method: 'bank',
    marks: ['记账日期', '币别', '金额', '交易名称'],
    hasSign: true,
    columns: {
      date: ['记账日期'],
      time: ['记账时间'],
      amount: ['金额'],
      balance: ['余额'],
      payer: ['对方账户名'],
      remark: ['交易名称', '附言'],
      currency: ['币别'],
    },
  },
  {
    code: 'bocom',
    method: 'bank',
    marks: ['交易日期', '借贷', '交易金额', '余额'],
    columns: {
      date: ['交易日期'],
      time: ['交易时间'],
      direction: ['借贷'],
      amount: ['交易金额'],
      balance: ['余额'],
      payer: ['对方户名'],
      remark: ['摘要', '交易地点'],
    },
  },
  {
    code: 'alipay-account',
    method: 'alipay',
    marks: ['账务流水号', '业务流水号', '商户订单号', '收入金额'],
    columns: {
      date: ['发生时间'],
      credit: ['收入金额'],
      debit: ['支出金额'],
      balance: ['账户余额'],
      reference: ['业务流水号'],
      payer: ['对方账号'],
      remark: ['商户订单号'],
      entryKind: ['业务类型'],
    },
  },
  {
    code: 'alipay-trade',
    method: 'alipay',
    marks: ['支付宝交易号', '商户订单号', '业务类型', '订单金额'],
    columns: {
      date: ['完成时间', '创建时间'],
      credit: ['订单金额'],
      reference: ['支付宝交易号'],
      payer: ['对方账户'],
      remark: ['商户订单号'],
      entryKind: ['业务类型'],
      refundKey: ['退款批次号/请求号'],
      refundAmount: ['订单金额'],
    },
  },
  {
    code: 'wechat',
    method: 'wechat',
    marks: ['交易时间', '微信订单号', '商户订单号', '交易状态'],
    columns: {
      date: ['交易时间'],
      credit: ['订单金额', '应结订单金额', '总金额'],
      reference: ['微信订单号'],
      payer: ['用户标识'],
      remark: ['商户订单号'],
      currency: ['货币种类'],
      entryKind: ['交易状态'],
      refundKey: ['商户退款单号'],
      refundAmount: ['申请退款金额', '退款金额'],
    },
  },
]
