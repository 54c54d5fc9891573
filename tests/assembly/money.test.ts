import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daxie, formatMoney } from '#assembly/numbers/money.ts'
import { runs } from '#tests/support/runs.ts'

/** Reads 大写 back in an independent way: unit by unit from the left, in fen. */
function readDaxie(text: string): bigint {
  const [, yuan = '', jiao, fen] = /^(?:(.*)元)?(?:整|零?(?:(.)角)?(?:零?(.)分)?)$/.exec(text) ?? []
  const digit = (character = '零') => BigInt('零壹贰叁肆伍陆柒捌玖'.indexOf(character))
  const valueOfGroup = (part: string) => {
    let sum = 0n
    for (const [, figure, place] of part.matchAll(/([零壹贰叁肆伍陆柒捌玖])([拾佰仟]?)/g)) {
      sum += digit(figure) * { 拾: 10n, 佰: 100n, 仟: 1000n, '': 1n }[place as '拾']
    }
    return sum
  }
  const valueBelowYuan = (part: string): bigint => {
    const [high, low] = part.includes('万') ? part.split('万') : ['', part]
    return valueOfGroup(high ?? '') * 10_000n + valueOfGroup(low ?? '')
  }
  const [head, rest] = yuan.includes('亿') ? yuan.split('亿') : ['', yuan]
  return (
    (valueBelowYuan(head ?? '') * 100_000_000n + valueBelowYuan(rest ?? '')) * 100n +
    digit(jiao) * 10n +
    digit(fen)
  )
}

describe('大写', () => {
  it.each([
    [140950, '人民币壹仟肆佰零玖元伍角'],
    [600714, '人民币陆仟零柒元壹角肆分'],
    [168032, '人民币壹仟陆佰捌拾元叁角贰分'],
    [10700053, '人民币壹拾万柒仟元伍角叁分'],
    [1640902, '人民币壹万陆仟肆佰零玖元零贰分'],
    [32504, '人民币叁佰贰拾伍元零肆分'],
    [1200000, '人民币壹万贰仟元整'],
    [10050000, '人民币壹拾万零伍佰元整'],
    [10000500000, '人民币壹亿零伍仟元整'],
    [1000100000000, '人民币壹佰亿零壹佰万元整'],
    [10000000000000, '人民币壹仟亿元整'],
    [1001000, '人民币壹万零壹拾元整'],
    [50, '人民币伍角'],
    [5, '人民币伍分'],
    [0, '人民币零元整'],
    [-150, '人民币负壹元伍角'],
  ])('writes %i fen by the banks’ rules: %s', (minor, text) => {
    expect(daxie(minor, 'CNY')).toBe(text)
  })

  it('states the given amount, for every amount up to ten to the thirteenth', () => {
    const digits = fc.array(fc.constantFrom(0, 0, 0, 1, 5, 9), { minLength: 1, maxLength: 13 })
    const sparse = digits.map((list) => Number(list.join('')))
    fc.assert(
      fc.property(fc.oneof(sparse, fc.integer({ min: 0, max: 1e13 })), (minor) => {
        expect(readDaxie(daxie(minor, 'CNY').slice(3))).toBe(BigInt(minor))
      }),
      runs(500),
    )
  })

  it('never writes two 零 together, nor one before 元, 万 or 亿', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e13 }), (minor) => {
        expect(daxie(minor, 'CNY')).not.toMatch(/零零|零[元万亿整]/)
      }),
      runs(300),
    )
  })

  it('names other currencies, knows that yen has no minor unit, and writes traditional script', () => {
    expect(daxie(1200000, 'USD')).toBe('美元壹万贰仟元整')
    expect(daxie(12000, 'JPY')).toBe('日元壹万贰仟元整')
    expect(daxie(1236000, 'CNY', 'Hant')).toBe('人民幣壹萬貳仟叄佰陸拾元整')
  })

  it('rejects anything but a whole number of minor units', () => {
    expect(() => daxie(0.5, 'CNY')).toThrow(RangeError)
    expect(() => daxie(Number.NaN, 'CNY')).toThrow(RangeError)
  })
})

describe('money', () => {
  it('is printed as usual in each language', () => {
    const value = { amount: 1200000, currency: 'CNY' }
    expect(formatMoney(value, 'zh')).toBe('人民币12,000.00元（大写：人民币壹万贰仟元整）')
    expect(formatMoney(value, 'en')).toBe('CNY 12,000.00')
    expect(formatMoney({ amount: 5, currency: 'USD' }, 'zh')).toBe('0.05美元（大写：美元伍分）')
    expect(formatMoney({ amount: 1234567, currency: 'JPY' }, 'en')).toBe('JPY 1,234,567')
  })

  it('is exact for large amounts', () => {
    expect(formatMoney({ amount: 9_999_999_999_999, currency: 'CNY' }, 'en')).toBe('CNY 99,999,999,999.99')
  })
})
