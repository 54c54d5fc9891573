import { describe, expect, it } from 'vitest'
import type { Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { setParty } from '#assembly/edit.ts'
import { birthdayIn } from '#assembly/numbers/identifiers.ts'
import { openPointsIn } from '#tests/support/sample-documents.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

function partyWith(patch: Partial<Party>) {
  const source = sampleSource()
  const answers = setParty(source.answers, source.template, 'a', patch)
  const { open, parties } = assemble({ ...source, answers })
  const [attribute] = Object.keys(patch).slice(-1)
  return {
    problem: open.find(({ at }) => at === `party:a.${attribute}`)?.problem,
    printed: parties[0]!.lines.find(({ id }) => id === attribute)?.value.zh,
  }
}

const PERSON = { identity: 'individual' } as const

describe('the number of a company of the mainland', () => {
  it.each([
    ['12345'],
    ['abcde'],
    ['91330108MA27W863J'],
    ['91330108MA27W8634J8'],
    ['91310115MA1K4TEXTX'],
    ['HRB 104528'],
    ['123'],
  ])('is not %s', (idNumber) => {
    expect(partyWith({ idNumber }).problem).toBe('creditCodeInvalid')
  })

  it.each(['91310115MA1K4LTX2A', '９１３１０１１５ＭＡ１Ｋ４ＬＴＸ２ａ', '9131 0115 MA1K 4LTX 2A'])(
    'is printed in capital letters without spaces: %s',
    (idNumber) => {
      expect(partyWith({ idNumber })).toEqual({ problem: undefined, printed: '91310115MA1K4LTX2A' })
    },
  )
})

describe('the number of a company elsewhere', () => {
  it.each([
    ['HRB 104528', undefined],
    ['09182734', undefined],
    ['1234', 'formatInvalid'],
    ['unknown', 'formatInvalid'],
    ['1'.repeat(41), 'formatInvalid'],
  ])('%s has the problem %s', (idNumber, problem) => {
    for (const place of ['hmt', 'abroad'] as const)
      expect(partyWith({ place, idNumber }).problem).toBe(problem)
  })

  it('is printed as it is written', () => {
    expect(partyWith({ place: 'abroad', idNumber: 'HRB 104528 ' }).printed).toBe('HRB 104528')
  })
})

describe('the number of a person of the mainland', () => {
  it.each([
    ['11010519491231002X', undefined],
    ['E12345678', undefined],
    ['C01X0006H', undefined],
    ['110105194912310021', 'identityCardInvalid'],
    ['34010419900307751', 'identityCardInvalid'],
    ['3401041990030775', 'identityCardInvalid'],
    ['3401041990030775123', 'identityCardInvalid'],
    ['X1', 'formatInvalid'],
    ['护照12345', 'formatInvalid'],
  ])('%s has the problem %s', (idNumber, problem) => {
    expect(partyWith({ ...PERSON, idNumber }).problem).toBe(problem)
  })

  it('is printed with a capital X', () => {
    expect(partyWith({ ...PERSON, idNumber: '11010519491231００２ｘ' })).toEqual({
      problem: undefined,
      printed: '11010519491231002X',
    })
  })

  it.each([
    ['11010519491231002X', '1949-12-31'],
    [' 110105 19491231 002x', '1949-12-31'],
    ['110105194912310021', null],
    ['110105199902300025', null],
    ['E12345678', null],
    ['', null],
  ])('%s gives the birthday %s', (idNumber, day) => {
    expect(birthdayIn(idNumber)).toBe(day)
  })
})

describe('a telephone number', () => {
  it.each([
    '13900138012',
    '+86 139 0013 8012',
    '86-139-0013-8012',
    '１３９００１３８０１２',
    '021-61002600',
    '+86 21 6100 2600',
    '+86 (0)21 6100 2600',
    '0571－8888 6666',
    '(0592) 512 3456',
    '021-61002600转8012',
    '021-61002600 / 13900138012',
    '400-820-8820',
    '+852 2345 6789',
    '0049 30 5550 1420',
    '+44 (0)117 496 0142 ext. 12',
  ])('is complete: %s', (phone) => {
    expect(partyWith({ phone }).problem).toBeUndefined()
  })

  it.each([
    '12',
    '1390013801',
    '139001380133',
    '61002600',
    '021-6100260',
    '+86 21 5555 018八',
    '+86 139 0013 801',
    '+852 2345 678',
    '+1 23',
    '021-61002600 / 1390013801',
    '/',
  ])('is not complete: %s', (phone) => {
    expect(partyWith({ phone }).problem).toBe('phoneInvalid')
  })

  it('is printed in half width, like an email address', () => {
    expect(partyWith({ phone: '０２１－６１００２６００' }).printed).toBe('021-61002600')
    expect(partyWith({ email: 'ｈｒ＠lotus.example ' })).toEqual({
      problem: undefined,
      printed: 'hr@lotus.example',
    })
  })
})

it('the free demo asks for the numbers and addresses of both parties', () => {
  const without = { idNumber: '', address: '', addressEn: '' }
  expect(openPointsIn('mutual-nda', { parties: [without, without] })).toEqual([
    'party:a.idNumber',
    'party:a.address',
    'party:b.idNumber',
    'party:b.address',
  ])
  expect(openPointsIn('mutual-nda', { parties: [{ idNumber: '12345' }] })).toEqual([
    'party:a.idNumber creditCodeInvalid',
  ])
})
