import { describe, expect, it } from 'vitest'
import type { Party } from '#assembly/answers.ts'
import { plainText } from '#assembly/plain.ts'
import { identityCard } from '#tests/support/identity-card.ts'
import { type Change, openPointsIn, templateOf, treeOf } from '#tests/support/sample-documents.ts'

const yes = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, true]))

/** The rules of a template that no case here breaks. */
const unbroken = (code: string, tried: [string, Change, string[]][]) => {
  const broken = new Set(tried.flatMap(([, , expected]) => expected))
  return (templateOf(code).template.rules ?? []).map(({ id }) => id).filter((id) => !broken.has(id))
}

describe('the board’s resolution is not final', () => {
  const code = 'board-resolution'
  /** A board with these votes. */
  const voting = (...cast: Party['vote'][]): Change => ({
    parties: [{}, ...cast.map((vote) => ({ vote }))],
    count: cast.length + 1,
    fields: { 'board-size': cast.length },
  })
  const related = (count: number, present: number, yea: number) => ({
    ...yes('with-related'),
    'related-detail': { zh: '采购', en: 'a purchase' },
    'related-directors': { zh: '周远', en: 'Zhou Yuan' },
    'related-count': count,
    'unrelated-present': present,
    'unrelated-for': yea,
  })
  const sole = { meeting: 'sole' }
  const inWriting = { meeting: 'written' }

  const broken: [string, Change, string[]][] = [
    ['of five signed by one', { ...voting('for'), fields: { 'board-size': 5 } }, ['all-directors-listed']],
    [
      'of five in writing signed by one',
      { ...voting('for'), chosen: inWriting, fields: { 'board-size': 5 } },
      ['all-directors-listed'],
    ],
    ['chaired by nobody on the board', { fields: { chair: 'Mr Nobody' } }, ['chair-is-director']],
    [
      'chaired by a director who was absent',
      { fields: { chair: { zh: '吴逸凡', en: 'Wu Yifan' } } },
      ['chair-is-director'],
    ],
    [
      'with half of the board present',
      voting('for', 'for', 'absent', 'absent'),
      ['quorum', 'half-of-all-directors'],
    ],
    [
      'with most of those present but half of all in favour',
      voting('for', 'for', 'against', 'absent'),
      ['half-of-all-directors'],
    ],
    [
      'in writing by most directors',
      { ...voting('for', 'for', 'abstain'), chosen: inWriting },
      ['written-by-all'],
    ],
    ['by a sole director against it', { ...voting('against'), chosen: sole }, ['director-in-favour']],
    ['with a vote missing', voting('for', 'for', undefined), ['party:d.vote']],
    [
      'by a sole director with two others',
      { ...voting('for', 'for', 'for'), chosen: sole },
      ['one-director'],
    ],
    [
      'on a related-party deal by a sole director',
      { chosen: sole, count: 2, fields: yes('with-related') },
      ['related-not-sole'],
    ],
    [
      'on a chairperson by a sole director',
      { chosen: sole, count: 2, fields: yes('with-chair') },
      ['chair-needs-board'],
    ],
    ['with two unrelated directors present', { fields: related(2, 2, 2) }, ['three-unrelated']],
    [
      'with more unrelated directors than there are',
      { fields: related(2, 4, 4) },
      ['unrelated-within-board'],
    ],
    ['with half of the unrelated directors in favour', { fields: related(1, 4, 2) }, ['half-of-unrelated']],
    ['with notice after the meeting', { fields: { 'notice-date': '2026-12-19' } }, ['notice-before-meeting']],
    ['in English alone', { languages: { primary: 'en', bilingual: false } }, ['languages languageNeeded']],
  ]

  it.each(broken)('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it('has every rule of the template tested above', () => {
    expect(unbroken(code, broken)).toEqual([])
  })

  it.each<[string, Change]>([
    ['three of five in favour', voting('for', 'for', 'for', 'absent', 'absent')],
    ['two of three in favour', voting('for', 'for', 'against')],
    ['all directors in writing', { ...voting('for', 'for', 'for'), chosen: inWriting }],
    ['a sole director', { chosen: sole, count: 2 }],
    [
      'the chair named with the office',
      { fields: { chair: { zh: '董事长周远', en: 'Zhou Yuan, chairperson' } } },
    ],
    ['three of four unrelated directors', { fields: related(1, 4, 3) }],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('mentions no meeting if a sole director decides', () => {
    const tree = treeOf(code, { chosen: sole, count: 2, dropped: ['officers-fit'] })
    const text = plainText(tree, 'zh')
    expect(text).toContain('不设董事会')
    expect(text).not.toMatch(/会议的时间|表决通过|会议记录/)
    expect(tree.signatures.map(({ label }) => label.zh)).toEqual(['董事一'])
  })
})

describe('the mutual termination of employment is not final', () => {
  const code = 'labour-termination'
  const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
  /** Employment from 1 March 2021 until `day`, with severance of `months` months at 30,000 a month. */
  const employedUntil = (day: string, months: number): Change => ({
    fields: { 'last-day': day, 'severance-months': months, severance: cny(30_000 * months) },
  })
  const plus = { 'severance-due': 'plus' }
  /** Seventeen years with a wage above three times the local average of 12,434. */
  const high = {
    fields: {
      'start-date': '2010-01-01',
      'average-wage': cny(60_000),
      'leave-pay': cny(60_000),
      'severance-months': 12,
      severance: cny(12 * 37_302),
    },
  }

  const broken: [string, Change, string[]][] = [
    [
      'ending before it begins',
      { fields: { 'last-day': '2021-02-28' } },
      ['starts-before-last-day', 'handover-in-time'],
    ],
    [
      'with a release from work after the last day',
      { fields: { ...yes('garden-leave'), 'garden-from': '2027-01-01' } },
      ['garden-before-last-day'],
    ],
    [
      'with a handover after the last day',
      { fields: { 'handover-until': '2027-01-01' } },
      ['handover-in-time'],
    ],
    [
      'without severance where the employer proposed it',
      { chosen: { 'severance-due': 'none' } },
      ['none-only-if-employee-proposed'],
    ],
    ['with five months for five years and six months', employedUntil('2026-08-31', 5), ['months-by-service']],
    [
      'with twelve months for seventeen years at an ordinary wage',
      {
        fields: {
          'start-date': '2010-01-01',
          'contract-date': '2010-01-01',
          'average-wage': cny(8_000),
          'severance-months': 12,
          severance: cny(96_000),
        },
      },
      ['months-by-service'],
    ],
    [
      'with eleven months for seventeen years at a wage above the ceiling',
      { fields: { ...high.fields, 'severance-months': 11, severance: cny(11 * 37_302) } },
      ['months-within-twelve'],
    ],
    [
      'with a labour contract of 2030',
      { fields: { 'contract-date': '2030-01-01' } },
      ['contract-before-last-day'],
    ],
    ['with CNY 1 for five days of leave', { fields: { 'leave-pay': cny(1) } }, ['leave-pay-at-least']],
    [
      'with CNY 1 a month for a non-compete',
      { chosen: { rival: 'on' }, fields: { 'rival-pay': cny(1) } },
      ['rival-pay-at-least'],
    ],
    ['with six months for six years and a day', employedUntil('2027-03-01', 6), ['months-by-service']],
    [
      'with less than the wage times the months',
      { fields: { severance: cny(179_999) } },
      ['severance-by-months'],
    ],
    [
      'with more than the wage times the months',
      { fields: { severance: cny(210_000) } },
      ['severance-not-above'],
    ],
    [
      'with less than the wage times all months',
      { chosen: plus, fields: { severance: cny(209_999) } },
      ['severance-with-extra'],
    ],
    [
      'with an employee who began at fifteen',
      { parties: [{}, { idNumber: identityCard('2005-03-02') }] },
      ['employee-sixteen'],
    ],
    ['without the employee’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
    ['in English alone', { languages: { primary: 'en', bilingual: false } }, ['languages languageNeeded']],
  ]

  it.each(broken)('%s', (_, change, expected) => {
    const openPoints = openPointsIn(code, change)
    expect(openPoints).toEqual(expect.arrayContaining(expected))
  })

  it('has every rule of the template tested above', () => {
    expect(unbroken(code, broken)).toEqual([])
  })

  it.each<[string, Change]>([
    ['six months for six years to the day', employedUntil('2027-02-28', 6)],
    ['six and a half for six years and a day', employedUntil('2027-03-01', 6.5)],
    ['six and a half for a day under six months more', employedUntil('2027-08-30', 6.5)],
    ['seven for six years and six months', employedUntil('2027-08-31', 7)],
    ['twelve months for seventeen years above the ceiling', high],
    ['severance with one more month', { chosen: plus, fields: { severance: cny(210_000) } }],
    ['an agreed sum', { chosen: { 'severance-due': 'agreed' }, fields: { severance: cny(150_000) } }],
    [
      'no severance where the employee proposed it',
      { chosen: { proposed: 'employee', 'severance-due': 'none' } },
    ],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('does not settle social insurance, whatever else it settles', () => {
    const text = (change: Change) => plainText(treeOf(code, change), 'en')
    expect(text({})).toContain('benefits for work injury and occupational disease')
    expect(text({ dropped: ['no-more-claims'] })).not.toContain('benefits for work injury')
  })
})

describe('the purchase order is not final', () => {
  const code = 'purchase-order'
  const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
  const framework = { basis: 'framework' }

  const broken: [string, Change, string[]][] = [
    [
      'accepted by silence without a framework agreement',
      { chosen: { acceptance: 'silence' } },
      ['silence-needs-framework'],
    ],
    [
      'under a framework agreement later than delivery',
      { chosen: framework, fields: { 'framework-date': '2027-01-16' } },
      ['framework-before-delivery'],
    ],
    [
      'whose list of goods does not make up the price',
      { fields: { price: cny(9_999_999) } },
      ['goods-add-up'],
    ],
    [
      'with hidden defects inspected before visible ones',
      { fields: { 'hidden-period': { count: 3, unit: 'day' } } },
      ['hidden-after-visible'],
    ],
  ]

  it.each(broken)('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it('without a list of goods', () => {
    expect(openPointsIn(code, { fields: { 'goods-list': '' } })).not.toEqual([])
  })

  it('has every rule of the template tested above', () => {
    const shared = ['notice-address', 'hongkong-law-basis', 'hkiac-basis', 'seat-basis']
    expect(unbroken(code, broken).filter((id) => !shared.includes(id))).toEqual([])
  })

  it.each<[string, Change]>([
    ['silence under a framework agreement', { chosen: { ...framework, acceptance: 'silence' } }],
    [
      'a framework agreement of the day of delivery',
      { chosen: framework, fields: { 'framework-date': '2027-01-15' } },
    ],
    ['13% on a price without tax', { fields: { tax: 'exclusive' } }],
    ['delivery by lots', { chosen: { 'delivery-time': 'lots' } }],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('does not override a framework agreement', () => {
    const text = plainText(treeOf(code, { chosen: framework }), 'en')
    expect(text).toContain('the Framework Agreement shall prevail')
    expect(text).not.toContain('supersedes')
  })
})
