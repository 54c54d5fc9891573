import { expect, test } from 'vitest'
import { problemsOf } from '#islands/signature-table/signatories.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'

const WEI: SignatoryEntry = {
  id: 'a',
  party: 'a',
  name: '韦小宝',
  email: 'wei@lotus.example',
  realName: 'three',
}

const phoneProblem = (change: Partial<SignatoryEntry>) => problemsOf([{ ...WEI, ...change }]).get('a')?.phone

test.each<[string, Partial<SignatoryEntry>]>([
  ['no phone', {}],
  ['a phone abroad', { phone: '+44 7400 123456' }],
])('three elements of a real name are not possible with %s', (_, change) => {
  expect(phoneProblem(change)).toBe('realNamePhone')
})

test('three elements are possible with a phone of the mainland; other checks and copies need no phone', () => {
  expect(phoneProblem({ phone: '+86 138 0013 8001' })).toBeUndefined()
  expect(phoneProblem({ realName: 'two' })).toBeUndefined()
  expect(phoneProblem({ realName: 'four' })).toBeUndefined()
  expect(phoneProblem({ role: 'copy' })).toBeUndefined()
})
