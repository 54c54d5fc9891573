import { describe, expect, it, test } from 'vitest'
import { identityCard } from '#tests/support/identity-card.ts'
import { openPointsIn, templateOf } from '#tests/support/sample-documents.ts'

const born = (day: string) => ({ parties: [{}, { idNumber: identityCard(day) }] })

// Each sample begins on 4 January 2027.
describe('the age according to an identity card', () => {
  it.each([
    ['labour-contract', '2014-03-12', ['employee-sixteen']],
    ['labour-contract', '2011-01-05', ['employee-sixteen']],
    ['labour-contract', '2011-01-04', []],
    ['labour-contract', '1964-01-05', []],
    ['labour-contract', '1964-01-04', ['not-yet-retired']],
    ['labour-contract', '1945-06-30', ['not-yet-retired']],
    ['offer-letter', '2012-01-01', ['candidate-sixteen']],
    ['offer-letter', '1990-01-01', []],
    ['offer-letter', '1955-01-01', ['not-yet-retired']],
    ['individual-consultant', '2012-01-01', ['consultant-sixteen']],
    ['individual-consultant', '2009-01-01', []],
    ['individual-consultant', '1940-01-01', []],
    ['labour-amendment', '2014-03-12', ['employee-sixteen']],
    ['labour-amendment', '1963-01-01', []],
    ['labour-amendment', '1955-01-01', ['not-yet-retired']],
  ])('in %s, born on %s, breaks %j', (code, day, rules) => {
    const renewed = code === 'labour-amendment' ? { fields: { renew: true } } : {}
    expect(openPointsIn(code, { ...renewed, ...born(day) })).toEqual(rules)
  })

  test('excludes minors from hazardous work', () => {
    const hazard = { fields: { hazard: true, 'hazard-detail': { zh: '粉尘', en: 'dust' } } }
    expect(openPointsIn('labour-contract', { ...hazard, ...born('2010-01-01') })).toEqual(['minor-no-hazard'])
    expect(openPointsIn('labour-contract', born('2010-01-01'))).toEqual([])
    expect(openPointsIn('labour-contract', { ...hazard, ...born('2009-01-04') })).toEqual([])
  })

  test('is unknown from a passport, and raises no question then', () => {
    const passport = { parties: [{}, { idNumber: 'E12345678' }] }
    expect(openPointsIn('labour-contract', passport)).toEqual([])
  })

  test('is unknown while the date is missing', () => {
    expect(
      openPointsIn('labour-contract', { fields: { 'start-date': '' }, ...born('2014-03-12') }),
    ).not.toContain('employee-sixteen')
  })

  test('problems are shown at the number of the party', () => {
    const { template } = templateOf('labour-contract')
    expect(template.rules?.find(({ id }) => id === 'employee-sixteen')?.at).toBe('b.idNumber')
  })
})
