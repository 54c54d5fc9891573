import { decimal } from '#src/core/money.ts'

/** A movement on our account, as the bank records it. */
export interface Movement {
  /** yyyyMMdd and HHmmss, in Shanghai time. */
  day: string
  clock: string
  /** In fen; negative for payments by us. */
  amount: bigint
  balance: bigint
  other: string
  remark: string
  reference: string
}

type Cell = (movement: Movement) => string

/** The format of an export: its columns in order, and the lines around the table. */
export interface BankExport {
  name: string
  columns: [heading: string, cell: Cell][]
  above?: string[][]
  below?: string[][]
  /** The format of each cell. */
  pad?: (cell: string) => string
  separator?: ',' | '\t' | '|'
  quoted?: boolean
  /** Whether the lines are numbered. */
  numbered?: boolean
  /** Whether dates have no time. */
  daily?: boolean
  method?: 'alipay' | 'wechat'
}

const none: Cell = () => ''
const dashed = ({ day }: Movement) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
const colons = ({ clock }: Movement) => `${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`
const day: Cell = ({ day }) => day
const clock: Cell = ({ clock }) => clock
const both: Cell = (one) => `${dashed(one)} ${colons(one)}`
const came: Cell = ({ amount }) => (amount > 0n ? decimal(amount) : '')
const went: Cell = ({ amount }) => (amount < 0n ? decimal(-amount) : '')
const orZero =
  (cell: Cell): Cell =>
  (one) =>
    cell(one) || '0.00'
const signed: Cell = ({ amount }) => decimal(amount)
const plus: Cell = ({ amount }) => `${amount > 0n ? '+' : ''}${decimal(amount)}`
const size: Cell = ({ amount }) => decimal(amount < 0n ? -amount : amount)
const balance: Cell = ({ balance }) => decimal(balance)
const thousands: Cell = ({ balance }) => decimal(balance).replace(/\B(?=(\d{3})+\.)/g, ',')
const other: Cell = ({ other }) => other
const remark: Cell = ({ remark }) => remark
const reference: Cell = ({ reference }) => reference
const constant =
  (text: string): Cell =>
  () =>
    text
const side =
  (credit: string, debit: string): Cell =>
  ({ amount }) =>
    amount > 0n ? credit : debit
const OUR_NAME = '契书科技（上海）有限公司'
const OUR_ACCOUNT = '445500012345'
const THEIR_ACCOUNT = '6214830000001111'

const boc = (separator: ',' | '|'): BankExport => ({
  name: `BOC, ${separator}`,
  separator,
  quoted: separator === ',',
  numbered: true,
  above: [
    ['查询账号[ Inquirer account number ]', OUR_ACCOUNT],
    ['查询时间范围[ Period ]', '20261101-20261130'],
    ['币种[ Currency ]', 'CNY'],
  ],
  columns: [
    ['交易类型[ Transaction Type ]', side('来账', '往账')],
    ['业务类型[ Business type ]', side('转账收入', '转账支出')],
    ['付款人开户行号[ Account holding bank number of payer ]', constant('308290003013')],
    ['付款人开户行名[ Payer account bank ]', constant('某某银行股份有限公司')],
    ['付款人账号[ Debit Account No. ]', side(THEIR_ACCOUNT, OUR_ACCOUNT)],
    ["付款人名称[ Payer's Name ]", (one) => (one.amount > 0n ? one.other : OUR_NAME)],
    ['收款人账号[ Payee’s Account Number ]', side(OUR_ACCOUNT, THEIR_ACCOUNT)],
    ['收款人名称[ Payee’s Name ]', (one) => (one.amount > 0n ? OUR_NAME : one.other)],
    ['交易日期[ Transaction Date ]', day],
    ['交易时间[ Transaction time ]', colons],
    ['交易货币[ Trade Currency ]', constant('CNY')],
    ['交易金额[ Trade Amount ]', plus],
    ['交易后余额[ After-transaction balance ]', thousands],
    ['起息日期[ Value Date ]', constant('20261201')],
    ['交易流水号[ Transaction reference number ]', reference],
    ['凭证号码[ Voucher number ]', constant('1')],
    ['摘要[ Reference ]', constant('转账')],
    ['用途[ Purpose ]', none],
    ['交易附言[ Remark ]', remark],
  ],
})

/** The formats of Chinese banks and payment services, with their headings. */
export const BANK_EXPORTS: BankExport[] = [
  {
    name: 'CMB',
    numbered: true,
    above: [
      ['账号', '121900001234567'],
      ['查询日期', '2026-11-01 至 2026-11-30'],
    ],
    columns: [
      ['交易日', day],
      ['交易时间', clock],
      ['起息日', constant('20261201')],
      ['交易类型', side('汇入汇款', '网银支付')],
      ['借方金额', went],
      ['贷方金额', came],
      ['余额', balance],
      ['摘要', remark],
      ['流水号', reference],
      ['流程实例号', none],
      ['业务名称', none],
      ['用途', none],
      ['业务参考号', none],
      ['业务摘要', none],
      ['其它摘要', none],
      ['收/付方分行名', constant('上海分行')],
      ['收/付方名称', other],
      ['收/付方帐号', constant(THEIR_ACCOUNT)],
    ],
  },
  {
    name: 'CMB personal',
    daily: true,
    columns: [
      ['记账日期', dashed],
      ['货币', constant('CNY')],
      ['交易金额', signed],
      ['联机余额', balance],
      ['交易摘要', constant('转账汇款')],
      ['对手信息', (one) => `${one.other} ${THEIR_ACCOUNT}`],
      ['客户摘要', remark],
    ],
  },
  {
    name: 'ICBC',
    above: [['[HISTORYDETAIL]']],
    columns: [
      ['凭证号', constant('000000000')],
      ['本方账号', constant('1001190019012345678')],
      ['对方账号', constant(THEIR_ACCOUNT)],
      ['交易时间', both],
      ['借/贷', side('贷', '借')],
      ['借方发生额', orZero(went)],
      ['贷方发生额', orZero(came)],
      ['对方行号', constant('308290003013')],
      ['摘要', constant('网银转账')],
      ['用途', remark],
      ['对方单位名称', other],
      ['余额', balance],
      ['个性化信息', none],
    ],
  },
  {
    name: 'ICBC, second form',
    columns: [
      ['凭证号', constant('0')],
      ['交易时间', both],
      ['对方单位', other],
      ['对方账号', constant(THEIR_ACCOUNT)],
      ['转入金额', came],
      ['转出金额', went],
      ['余额', thousands],
      ['用途', remark],
      ['摘要', none],
      ['附言', none],
    ],
  },
  ...[true, false].map(
    (isSecond): BankExport => ({
      name: `ICBC personal, ${isSecond ? 'second' : 'first'} form`,
      daily: true,
      pad: (cell) => `${cell || '-'}  \t`,
      below: [['合计', '', '', '', '', '', '', '', '99,999.00']],
      columns: [
        ['交易日期', dashed],
        ['摘要', constant('网转')],
        ...(isSecond ? ([['交易详情', remark]] as [string, Cell][]) : []),
        ['交易场所', isSecond ? none : remark],
        ['交易国家或地区简称', constant('CHN')],
        ['钞/汇', constant('钞')],
        ['交易金额(收入)', came],
        ['交易金额(支出)', went],
        ['交易币种', constant('人民币')],
        ['记账金额(收入)', came],
        ['记账金额(支出)', went],
        ['记账币种', constant('人民币')],
        ['余额', thousands],
        ['对方户名', other],
        ...(isSecond ? ([['对方账户', constant(THEIR_ACCOUNT)]] as [string, Cell][]) : []),
      ],
    }),
  ),
  ...(['（', '('] as const).map((bracket): BankExport => {
    const inside = (word: string) => `${bracket}${word}${bracket === '(' ? ')' : '）'}`
    return {
      name: `CCB, ${bracket}`,
      numbered: true,
      columns: [
        ['账号', constant('31050166360000001234')],
        ['账户名称', constant(OUR_NAME)],
        ['交易时间', (one) => `${one.day} ${colons(one)}`],
        [`借方发生额${inside('支取')}`, orZero(went)],
        [`贷方发生额${inside('收入')}`, orZero(came)],
        ['余额', balance],
        ['币种', constant('人民币元')],
        ['对方户名', other],
        ['对方账号', constant(THEIR_ACCOUNT)],
        ['对方开户机构', constant('上海分行')],
        ['记账日期', constant('20261127')],
        ['摘要', constant('转账')],
        ['备注', remark],
        ['账户明细编号-交易流水号', reference],
      ],
    }
  }),
  {
    name: 'CCB personal',
    above: [
      ['中国建设银行个人活期账户交易明细'],
      ['卡号:6217000000000000'],
      ['起始日期:20261101', '结束日期:20261130'],
    ],
    below: [['以上数据仅供参考']],
    columns: [
      ['记账日', constant('20261127')],
      ['交易日期', day],
      ['交易时间', colons],
      ['支出金额', orZero(went)],
      ['收入金额', orZero(came)],
      ['账户余额', balance],
      ['币种', constant('人民币')],
      ['摘要', constant('转账')],
      ['对方账号', constant(THEIR_ACCOUNT)],
      ['对方户名', other],
      ['交易地点', remark],
    ],
  },
  {
    name: 'ABC',
    numbered: true,
    columns: [
      ['交易日期', day],
      ['交易时间', clock],
      ['交易摘要', constant('转存')],
      ['交易金额', plus],
      ['本次余额', balance],
      ['对手信息', other],
      ['日 志 号', reference],
      ['交易渠道', constant('网银')],
      ['交易附言', remark],
    ],
  },
  {
    name: 'ABC, corporate',
    columns: [
      ['账号', constant('03400000000000000')],
      ['交易时间', both],
      ['收入金额', came],
      ['支出金额', went],
      ['本次余额', balance],
      ['手续费总额', constant('0.00')],
      ['交易方式', none],
      ['交易行名', none],
      ['交易类别', none],
      ['对方省市', none],
      ['对方账号', constant(THEIR_ACCOUNT)],
      ['对方户名', other],
      ['交易说明', none],
      ['交易摘要', constant('转存')],
      ['交易附言', remark],
    ],
  },
  boc(','),
  boc('|'),
  {
    name: 'BOC personal',
    pad: (cell) => cell || '-------',
    columns: [
      ['记账日期', dashed],
      ['记账时间', colons],
      ['币别', constant('人民币')],
      ['金额', signed],
      ['余额', thousands],
      ['交易名称', constant('网上快捷')],
      ['渠道', constant('银企对接')],
      ['网点名称', none],
      ['附言', remark],
      ['对方账户名', other],
      ['对方卡号/账号', constant(THEIR_ACCOUNT)],
      ['对方开户行', none],
    ],
  },
  {
    name: 'BOCOM',
    columns: [
      ['序号', constant('1')],
      ['交易日期', dashed],
      ['交易时间', colons],
      ['交易类型', constant('转账')],
      ['借贷', side('贷 Cr', '借 Dr')],
      ['交易金额', size],
      ['余额', balance],
      ['对方账号', constant(THEIR_ACCOUNT)],
      ['对方户名', other],
      ['交易地点', constant('网上银行')],
      ['摘要', remark],
    ],
  },
  {
    name: 'Alipay, account',
    method: 'alipay',
    numbered: true,
    above: [
      ['#支付宝账务明细查询'],
      ['#账号：[20880000000000000156]'],
      ['#起始日期：[2026年11月01日 00:00:00]   终止日期：[2026年11月30日 23:59:59]'],
      ['#-----------------------------------------账务明细列表----------------------------------------'],
    ],
    below: [
      ['#-----------------------------------------账务明细列表结束------------------------------------'],
      ['#支出合计：1笔，共-20.00元'],
      ['#收入合计：2笔，共897.00元'],
    ],
    columns: [
      ['账务流水号', (one) => `${one.reference}9\t`],
      ['业务流水号', (one) => `${one.reference}\t`],
      ['商户订单号', (one) => `${one.remark}\t`],
      ['商品名称', constant('契书')],
      ['发生时间', both],
      ['对方账号', other],
      ['收入金额（+元）', orZero(came)],
      ['支出金额（-元）', orZero((one) => (one.amount < 0n ? signed(one) : ''))],
      ['账户余额（元）', balance],
      ['交易渠道', constant('支付宝')],
      ['业务类型', side('在线支付', '交易退款')],
      ['备注', none],
    ],
  },
  {
    name: 'WeChat Pay, all',
    method: 'wechat',
    numbered: true,
    pad: (cell) => `\`${cell}`,
    below: [
      [
        '总交易单数',
        '应结订单总金额',
        '退款总金额',
        '充值券退款总金额',
        '手续费总金额',
        '订单总金额',
        '申请退款总金额',
      ],
      ['`3', '`897.00', '`20.00', '`0.00', '`0.00', '`897.00', '`20.00'],
    ],
    columns: [
      ['交易时间', both],
      ['公众账号ID', constant('wx0000')],
      ['商户号', constant('1900000001')],
      ['特约商户号', constant('0')],
      ['设备号', none],
      ['微信订单号', reference],
      ['商户订单号', remark],
      ['用户标识', other],
      ['交易类型', constant('NATIVE')],
      ['交易状态', side('SUCCESS', 'REFUND')],
      ['付款银行', constant('OTHERS')],
      ['货币种类', constant('CNY')],
      ['应结订单金额', orZero(came)],
      ['代金券金额', constant('0.00')],
      ['微信退款单号', constant('0')],
      ['商户退款单号', constant('0')],
      ['退款金额', orZero(went)],
      ['充值券退款金额', constant('0.00')],
      ['退款类型', none],
      ['退款状态', none],
      ['商品名称', constant('契书')],
      ['商户数据包', none],
      ['手续费', constant('0.00000')],
      ['费率', constant('0.60%')],
      ['订单金额', size],
      ['申请退款金额', orZero(went)],
      ['费率备注', none],
    ],
  },
]

/** The records of an export. */
export function recordsOf(
  { columns, above = [], below = [], pad = (cell) => cell }: BankExport,
  movements: Movement[],
) {
  const heading = columns.map(([name]) => name)
  const rows = movements.map((one) => columns.map(([, cell]) => pad(cell(one))))
  return { above, heading, rows, below }
}

const quote = (cell: string, always: boolean, separator: string) =>
  always || cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

/** The text of an export, with Windows line ends. */
export function exportText(of: BankExport, movements: Movement[]): string {
  const { above, heading, rows, below } = recordsOf(of, movements)
  const { separator = ',', quoted = false } = of
  return [...above, heading, ...rows, ...below]
    .map((record) => record.map((cell) => quote(cell, quoted, separator)).join(separator))
    .map((line) => `${line}\r\n`)
    .join('')
}
