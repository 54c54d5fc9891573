import { describe, expect, it } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import { type Change, openPointsIn, treeOf } from '#tests/support/sample-documents.ts'

const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const usd = (amount: number) => ({ amount: amount * 100, currency: 'USD' })

/** The printed tax in both languages. */
const taxIn = (code: string, change: Change) => {
  const tree = treeOf(code, change)
  const en = plainText(tree, 'en').match(/Value-added tax at (\S+)% amounts to (.+?) and is stated/)
  const zh = plainText(tree, 'zh').match(/增值税税额为(.+?)（/)
  return en && `${en[1]}% ${en[2]} ${zh?.[1]}`
}

describe('the tax that a template states', () => {
  it.each<[code: string, Change, string]>([
    ['purchase-order', {}, '13% CNY 17,256.64 人民币17,256.64元'],
    ['purchase-order', { fields: { tax: 'exclusive' } }, '13% CNY 19,500.00 人民币19,500.00元'],
    ['sales-contract', { fields: { 'tax-rate': 9 } }, '9% CNY 93,137.61 人民币93,137.61元'],
    ['service-agreement', {}, '6% CNY 27,169.81 人民币27,169.81元'],
    [
      'service-agreement',
      { fields: { 'service-fee': usd(68_000) }, parties: [{ place: 'abroad' }] },
      '6% USD 3,849.06 3,849.06美元',
    ],
    ['software-development', { fields: { tax: 'exclusive' } }, '6% CNY 36,000.00 人民币36,000.00元'],
  ])('of %s is computed: %j', (code, change, stated) => {
    expect(taxIn(code, change)).toBe(stated)
  })

  it('is never the sum that was typed in an earlier version', () => {
    const typed = { fields: { 'vat-amount': cny(1) } }
    expect(taxIn('purchase-order', typed)).toContain('CNY 17,256.64')
    expect(openPointsIn('purchase-order', typed)).toEqual([])
  })

  it('is left out if there is no tax, or no price to compute it from', () => {
    expect(taxIn('purchase-order', { fields: { 'tax-rate': 0 } })).toBeNull()
    expect(taxIn('software-development', { fields: { method: 'agile' } })).toBeNull()
    expect(taxIn('service-agreement', { chosen: { fee: 'monthly' } })).toBeNull()
  })
})
