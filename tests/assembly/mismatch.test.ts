import { describe, expect, it } from 'vitest'
import { findMismatch } from '#assembly/numbers/mismatch.ts'

function compare(zh: string, en: string) {
  return findMismatch({ zh: [{ kind: 'text', text: zh }], en: [{ kind: 'text', text: en }] })
}

describe('two texts agree', () => {
  it.each([
    ['应在30日内付款。', 'shall pay within 30 days.'],
    ['表情', 'with [U+1F600] [U+05E2] only'],
    ['应在三十日内付款。', 'shall pay within thirty (30) days.'],
    ['三十（30）日', 'thirty days'],
    ['保密期限为二年。', 'for a term of twenty-four months.'],
    ['提前十五个工作日通知。', 'fifteen business days’ notice.'],
    ['合同总价的百分之五', 'five per cent (5%) of the contract price'],
    ['按日万分之五支付违约金', 'liquidated damages of 0.05% per day'],
    ['人民币1.5万元', 'RMB 15,000'],
    ['人民币壹万贰仟元整', 'CNY 12,000.00'],
    ['叁佰贰拾伍元零肆分', 'CNY 325.04'],
    ['五百万美元', 'USD 5 million'],
    ['美元壹万贰仟元整', 'USD 12,000.00'],
    ['支付5000元，30日内付清', 'CNY 5,000, within 30 days'],
    ['5000美元 30日', 'USD 5,000 30 days'],
    ['2026年11月21日起', 'from 21 November 2026'],
    ['2026年11月21日起', 'from November 21, 2026'],
    ['本合同一式两份，双方各执一份。', 'made in two originals, one for each Party'],
    ['任何一方不得向第三方披露。', 'Neither Party shall disclose to any third party.'],
    ['依第3.2款执行', 'under Section 3.2'],
    ['第十条', 'Article 10'],
    ['每月15日前', 'by the 15th day of each month'],
    ['12期', 'twelve instalments'],
    ['一百二十台', '120 sets'],
  ])('%s = %s', (zh, en) => expect(compare(zh, en)).toBeNull())
})

describe('two texts differ', () => {
  it.each([
    ['应在30日内付款。', 'shall pay within 60 days.', '30日', '60 days'],
    ['应在三十日内付款。', 'shall pay within thirteen days.', '三十日', 'thirteen days'],
    ['30个工作日', '30 days', '30个工作日', '30 days'],
    ['三十日', 'thirty (60) days', '—', 'thirty (60) days'],
    ['2年', '2 months', '2年', '2 months'],
    ['百分之五', '15%', '百分之五', '15%'],
    ['人民币12,000元', 'USD 12,000', '人民币12,000元', 'USD 12,000'],
    ['人民币12,000元', 'CNY 1,200', '人民币12,000元', 'CNY 1,200'],
    ['2026年11月21日', '21 December 2026', '2026年11月21日', '21 December 2026'],
    ['应及时付款', 'shall pay within 10 days', '—', '10 days'],
  ])('%s ≠ %s', (zh, en, onlyZh, onlyEn) => expect(compare(zh, en)).toEqual({ zh: onlyZh, en: onlyEn }))

  it('when only one side has a blank', () => {
    const fee = { kind: 'field' as const, target: 'fee', text: 'CNY 12,000.00' }
    expect(findMismatch({ zh: [{ kind: 'text', text: '付款' }], en: [fee] })).toEqual({
      zh: '—',
      en: 'CNY 12,000.00',
    })
  })
})
