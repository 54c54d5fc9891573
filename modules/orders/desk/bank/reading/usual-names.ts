import type { StatementColumn } from '../../desk-schema.ts'

const columnNames = (names: string) => names.trim().split(/\s+/)

/**
 * Usual names of columns, for exports of other banks. The value date (起息日) is not among them, because it may
 * be days away from the transfer.
 */
export const USUAL_HEADINGS: Record<StatementColumn, string[]> = {
  date: columnNames(`
    交易日期 交易日 日期 记账日期 记账日 入账日期 入账日 发生日期
    transactiondate bookingdate postingdate date
  `),
  time: columnNames('交易时间 记账时间 入账时间 发生时间 时间 transactiontime time'),
  credit: columnNames(`
    贷方发生额 贷方金额 贷方 贷方发生额(收入) 贷方发生额(贷) 收入 收入金额 转入金额 存入金额 来账金额
    记账金额(收入) 交易金额(收入) 存入 credit creditamount paidin moneyin deposit deposits
  `),
  debit: columnNames(`
    借方发生额 借方金额 借方 借方发生额(支取) 借方发生额(借) 支出 支出金额 转出金额 支取金额 往账金额
    记账金额(支出) 交易金额(支出) 支取 debit debitamount paidout moneyout withdrawal withdrawals
  `),
  amount: columnNames('交易金额 金额 发生额 交易额 发生金额 amount transactionamount'),
  direction: columnNames(`
    借贷 借/贷 借贷标志 借贷方向 借贷标识 收支 收/支 收支标志 收支类型 收支方向 来往账标识
    direction dr/cr cr/dr debit/credit type
  `),
  reference: columnNames(`
    交易流水号 流水号 银行流水号 核心流水号 流水编号 账户明细编号-交易流水号 日志号
    交易参考号 参考号 参考编号 流水 交易流水 reference bankreference transactionreference
    transactionreferencenumber transactionid transactionnumber id
  `),
  payer: columnNames(`
    对方户名 对方名称 对方账户名称 对方账户名 对方单位名称 对方单位 付款人名称 收/付方名称
    对手户名 对手名称 对手信息 付款人 付款人户名 付款方名称 对方
    payer payername counterparty counterpartyname from fromname
  `),
  remark: columnNames(`
    摘要 附言 备注 用途 交易摘要 交易附言 交易备注 交易用途 客户摘要 业务摘要 其它摘要 其他摘要
    交易说明 个性化信息 交易详情 remark remarks description memo details narrative purpose
  `),
  balance: columnNames(`
    余额 账户余额 本次余额 交易后余额 联机余额 当前余额 卡内余额
    balance accountbalance runningbalance after-transactionbalance
  `),
  currency: columnNames('币种 交易货币 货币 币别 记账币种 交易币种 货币种类 currency ccy'),
}

/** Columns whose amounts have no sign; one is only read if no other column has amounts. */
export const PLAIN_AMOUNTS = ['金额', 'amount']
