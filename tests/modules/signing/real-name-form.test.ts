import * as v from 'valibot'
import { expect, test } from 'vitest'
import { asksPhone, checkForm, isNameOf } from '#modules/signing/providers/builtin/real-name/check-form.ts'

test.each<[string, string, boolean]>([
  ['韦小宝', '韦 小宝', true],
  ['韦小宝', '双儿', false],
  ['买买提·吐尔逊', '买买提•吐尔逊', true],
  ['陈莲 Chen Lian', '陈莲', true],
  ['陈莲 Chen Lian', 'Chen Lian', false],
  ['Trinket Wei', '韦小宝', true],
])('for %s, %s is their name: %s', (signatory, typed, isTheirs) => {
  expect(isNameOf(signatory, typed)).toBe(isTheirs)
})

test('a phone is required for a bank card, and if the sender named no mainland phone', () => {
  const mainland = '+8613800138001'
  expect(asksPhone({ elements: 'two', phone: null })).toBe(false)
  expect(asksPhone({ elements: 'three', phone: mainland })).toBe(false)
  expect(asksPhone({ elements: 'three', phone: '+447400123456' })).toBe(true)
  expect(asksPhone({ elements: 'four', phone: mainland })).toBe(true)
})

test('numbers can be typed with spaces, hyphens and full-width digits', () => {
  const typed = {
    name: ' 韦小宝 ',
    number: '１１０１０１ 19900307 002x',
    phone: '+86 138-0013-8001',
    card: '6222 0212 3456 7890 123',
    consent: 'yes',
  }
  expect(v.parse(checkForm({ elements: 'four', phone: null }), typed)).toEqual({
    name: '韦小宝',
    number: '11010119900307002X',
    phone: '+8613800138001',
    card: '6222021234567890123',
    consent: 'yes',
  })
  const two = v.parse(checkForm({ elements: 'two', phone: null }), typed)
  expect([two.phone, two.card]).toEqual(['', ''])
})

test.each<[string, Record<string, string>]>([
  ['phone', { phone: '+447400123456' }],
  ['card', { card: '62220212345' }],
  ['number', { number: '110101199003070029' }],
])('a wrong %s is a problem at its field', (field, change) => {
  const typed = {
    name: '韦小宝',
    number: '11010119900307002X',
    phone: '13800138001',
    card: '6222021234567890',
  }
  const parsed = v.safeParse(checkForm({ elements: 'four', phone: null }), {
    ...typed,
    consent: 'yes',
    ...change,
  })
  expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual([field])
})
