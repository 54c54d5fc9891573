import { describe, expect, it, test } from 'vitest'
import type { Party } from '#assembly/answers.ts'
import { plainText } from '#assembly/plain.ts'
import {
  type Change,
  droppableIn,
  openPointsIn,
  templateOf,
  treeOf,
} from '#tests/support/sample-documents.ts'

const voting = (...votes: [share: string, vote: Party['vote']][]): Partial<Party>[] => [
  {},
  ...votes.map(([share, vote]) => ({ share, vote })),
]

const broker: Partial<Party> = {
  identity: 'company',
  name: '莲花报关有限公司',
  nameEn: 'Lotus Customs Brokers Ltd.',
  idNumber: '91310000MA1KTEXTC9',
}

const yes = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, true]))

describe('the shareholders’ resolution is not final', () => {
  const code = 'shareholders-resolution'
  const loss = { 'reduction-resolved': 'loss' }

  it.each<[string, Change, string[]]>([
    ['with 40 of a hundred votes', { parties: voting(['40', 'for'], ['60', 'against']) }, ['more-than-half']],
    ['with just half', { parties: voting(['50', 'for'], ['50', 'absent']) }, ['more-than-half']],
    [
      'with 60 where the articles are amended',
      { fields: yes('with-articles'), parties: voting(['60', 'for'], ['40', 'against']) },
      ['two-thirds'],
    ],
    [
      'with 60 where it is dissolved',
      {
        fields: { ...yes('with-dissolution'), liquidators: '陈莲' },
        parties: voting(['60', 'for'], ['40', 'against']),
      },
      ['liquidators englishMissing', 'two-thirds'],
    ],
    [
      'with 60 where companies merge',
      {
        fields: { ...yes('other-special'), 'other-matter': { zh: '公司与乙公司合并。', en: 'The merger.' } },
        parties: voting(['60', 'for'], ['40', 'against']),
      },
      ['two-thirds'],
    ],
    ['without all the votes', { parties: voting(['60', 'for'], ['30', 'for']) }, ['shares-of-all']],
    [
      'in writing while somebody is against it',
      { chosen: { meeting: 'written' }, parties: voting(['60', 'for'], ['40', 'against']) },
      ['written-by-all'],
    ],
    ['with notice of ten days', { fields: { 'notice-date': '2026-12-08' } }, ['notice-fifteen-days']],
    [
      'with notice a year after the meeting',
      { fields: { 'notice-date': '2027-12-18' }, chosen: { 'notice-given': 'by-articles' } },
      ['notice-before-meeting'],
    ],
    [
      'with short notice that somebody absent cannot have agreed to',
      { chosen: { 'notice-given': 'waived' }, parties: voting(['60', 'for'], ['40', 'absent']) },
      ['waived-by-all'],
    ],
    [
      'with profit paid after 24 months',
      { fields: { ...yes('with-profit'), 'profit-within': { count: 24, unit: 'month' } } },
      ['profit-within tooLarge'],
    ],
    [
      'with profit out of proportion that one did not agree to',
      {
        fields: yes('with-profit'),
        chosen: { 'profit-shares': 'agreed' },
        parties: voting(['60', 'for'], ['40', 'against']),
      },
      ['profit-agreed-by-all'],
    ],
    [
      'with no supervisor that one did not agree to',
      {
        fields: yes('with-supervisors'),
        chosen: { 'supervisors-named': 'none' },
        parties: voting(['60', 'for'], ['40', 'abstain']),
      },
      ['no-supervisor-by-all'],
    ],
    [
      'with a reduction out of proportion that one did not agree to',
      {
        fields: { ...yes('with-reduction'), 'reduction-shares': { zh: '股东一减资', en: 'Shareholder 1' } },
        chosen: { 'reduction-resolved': 'unequal' },
        parties: voting(['70', 'for'], ['30', 'absent']),
      },
      ['unequal-by-all'],
    ],
    [
      'with profit paid while capital makes up losses',
      { fields: yes('with-reduction', 'with-profit'), chosen: loss },
      ['loss-without-profit'],
    ],
    [
      'with security for a shareholder that the others did not want',
      {
        fields: {
          ...yes('with-security', 'security-insider'),
          'security-detail': { zh: '为股东一担保', en: 'for Shareholder 1' },
          'security-votes': 50,
        },
      },
      ['insiders-abstain'],
    ],
    [
      'with priority waived for one who was absent',
      { fields: yes('with-increase'), parties: voting(['70', 'for'], ['30', 'absent']) },
      ['priority-waived-in-person'],
    ],
    [
      'with pre-emption waived for one who was against it',
      {
        fields: { ...yes('with-transfer'), 'transfer-detail': { zh: '股权转让', en: 'a transfer' } },
        parties: voting(['70', 'for'], ['30', 'against']),
      },
      ['pre-emption-waived-in-person'],
    ],
    [
      'with a capital in another currency than its increase',
      { fields: { ...yes('with-increase'), 'capital-after': { amount: 9_000_000_000, currency: 'USD' } } },
      ['increase-adds-up'],
    ],
    [
      'with a capital below its increase',
      { fields: { ...yes('with-increase'), 'capital-after': { amount: 100, currency: 'CNY' } } },
      ['increase-adds-up'],
    ],
    [
      'with a capital in another currency than its reduction',
      { fields: { ...yes('with-reduction'), 'capital-reduced': { amount: 100, currency: 'USD' } } },
      ['reduction-currency'],
    ],
    [
      'with capital paid in after six years',
      { fields: { ...yes('with-increase'), 'contribution-date': '2032-12-31' } },
      ['paid-in-five-years'],
    ],
    ['in English alone', { languages: { primary: 'en', bilingual: false } }, ['languages languageNeeded']],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it('is not passed without a majority of two thirds: a third may be entered with four digits', () => {
    const fields = yes('with-articles')
    const parties = voting(['33.3333', 'for'], ['33.3333', 'for'], ['33.3334', 'against'])
    const third = {
      name: 'Kestrel',
      idNumber: 'GB 1234567',
      place: 'abroad',
      email: 'k@kestrel.example',
    } as const
    const people = parties.map((one, index) => (index === 3 ? { ...third, signerName: 'K', ...one } : one))
    expect(openPointsIn(code, { fields, parties: people })).toEqual([])
  })

  it('is signed by the shareholders who voted for it or abstained', () => {
    const tree = treeOf(code, { parties: voting(['60', 'for'], ['40', 'against']) })
    expect(tree.open).toEqual([])
    expect(tree.signatures.map(({ label }) => label.zh)).toEqual(['股东一'])
    expect(plainText(tree, 'en')).toContain('the Chinese text shall prevail')
  })
})

describe('the labour contract is not final', () => {
  const code = 'labour-contract'
  const termUntil = (day: string, months: number): Change => ({
    fields: { 'start-date': '2027-01-04', 'end-date': day, probation: { count: months, unit: 'month' } },
  })
  const foreign = { place: 'abroad', idNumber: 'C01X0006H' } as const

  it.each<[string, Change, string[]]>([
    [
      'ending before it begins',
      termUntil('2026-12-31', 1),
      ['ends-after-it-begins', 'no-probation-under-three-months'],
    ],
    [
      'with two months of probation in under three months',
      termUntil('2027-04-02', 2),
      ['no-probation-under-three-months'],
    ],
    ['with six months of probation in six months', termUntil('2027-07-03', 6), ['probation-under-a-year']],
    ['with two months in under a year', termUntil('2028-01-02', 2), ['probation-under-a-year']],
    ['with three months in one year', termUntil('2028-01-03', 3), ['probation-under-three-years']],
    [
      'with six months in a day under three years',
      termUntil('2030-01-02', 6),
      ['probation-under-three-years'],
    ],
    [
      'at half pay in probation',
      { fields: { 'probation-wage': { amount: 1_500_000, currency: 'CNY' } } },
      ['wage-in-probation'],
    ],
    ['with forty hours of overtime a month', { fields: { 'overtime-month': 40 } }, ['overtime-cap']],
    [
      'on an approval that has run out',
      {
        chosen: { 'hours-system': 'comprehensive' },
        fields: { 'hours-approval': '浦人社时2025第1号', 'approval-until': '2026-12-31' },
      },
      ['hours-approval englishMissing', 'approval-in-force'],
    ],
    ['without an approval', { chosen: { 'hours-system': 'irregular' } }, ['hours-approval']],
    [
      'open-ended with a foreigner',
      { chosen: { term: 'open-ended' }, parties: [{}, foreign] },
      ['foreigner-not-open-ended'],
    ],
    [
      'with a foreigner for six years',
      { fields: { 'end-date': '2033-01-03' }, parties: [{}, foreign] },
      ['foreigner-five-years'],
    ],
    [
      'without the particulars of the parties that art. 17 requires',
      {
        parties: [
          { address: '', addressEn: '', legalRepresentative: '', legalRepresentativeEn: '', signerName: 'C' },
          { idNumber: '', address: '', addressEn: '' },
        ],
      },
      ['party:a.address', 'party:a.legalRepresentative', 'party:b.idNumber', 'party:b.address'],
    ],
    ['in English alone', { languages: { primary: 'en', bilingual: false } }, ['languages languageNeeded']],
    [
      'with three years of non-compete',
      { fields: { ...yes('non-compete'), 'rival-period': { count: 36, unit: 'month' } } },
      ['non-compete-two-years'],
    ],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it.each<[string, Change]>([
    ['one month in three months', termUntil('2027-04-03', 1)],
    ['two months in a year', termUntil('2028-01-03', 2)],
    ['six months in three years', termUntil('2030-01-03', 6)],
    ['six months in an open-ended one', { chosen: { term: 'open-ended' } }],
    [
      '80 of a hundred in probation',
      { fields: { 'probation-wage': { amount: 2_400_000, currency: 'CNY' } } },
    ],
    ['five years with a foreigner', { fields: { 'end-date': '2032-01-03' }, parties: [{}, foreign] }],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('contains the rest, hazards and probation that the law requires, which cannot be left out', () => {
    const tree = treeOf(code, {
      fields: { hazard: false },
      dropped: ['leave', 'no-hazard', 'pay-probation', 'probation-standard'],
    })
    const text = plainText(tree, 'zh')
    for (const words of ['带薪年休假', '不存在法律规定须告知的职业病危害', '试用期内的税前工资', '录用条件'])
      expect(text).toContain(words)
    expect(text).toContain('以中文文本为准')
  })

  it('requires a foreigner’s permit, and makes the housing fund optional for them', () => {
    const [domesticTree, foreignTree] = [treeOf(code, {}), treeOf(code, { parties: [{}, foreign] })].map(
      (tree) => plainText(tree, 'en'),
    )
    expect([domesticTree, foreignTree].map((text) => text?.includes('work permit'))).toEqual([false, true])
    expect([domesticTree, foreignTree].map((text) => text?.includes('Housing Provident Fund'))).toEqual([
      true,
      false,
    ])
  })

  it('pays for a non-compete after employment, but not during it', () => {
    const text = (chosen: Record<string, string>) =>
      plainText(treeOf(code, { fields: yes('non-compete'), chosen }), 'en')
    expect(text({})).toContain('monthly compensation of 30%')
    expect(text({ 'rival-duty': 'in-service' })).not.toContain('monthly compensation')
  })
})

describe('the sole shareholder’s decision is not final', () => {
  const code = 'sole-shareholder-decision'
  const people = (...names: string[]) => ({
    rows: names.map((name, index) => ({ id: `r${index + 1}`, cells: { name } })),
  })
  const money = (amount: number) => ({ amount: amount * 1_000_000_00, currency: 'CNY' })
  const oneDirector = { 'directors-named': 'one' }
  const committee = { 'supervisors-named': 'audit-committee' }
  const nothing = Object.fromEntries(
    ['directors', 'supervision', 'articles'].map((id) => [`with-${id}`, false]),
  )

  const broken: [string, Change, string[]][] = [
    [
      'with one director and an audit committee within the board',
      {
        chosen: { ...oneDirector, ...committee },
        fields: { 'directors-in': people('周远'), 'audit-members': people('周远') },
      },
      [
        'directors-in.r1.name englishMissing',
        'audit-members.r1.name englishMissing',
        'audit-committee-needs-board',
      ],
    ],
    [
      'with one manager, and another who represents the company as manager',
      {
        fields: {
          ...yes('with-manager', 'with-representative'),
          manager: { zh: '周远', en: 'Zhou Yuan' },
          representative: { zh: '何铭', en: 'He Ming' },
          'representative-office': 'manager',
        },
      },
      ['representative-is-manager'],
    ],
    [
      'with a representative who is none of its directors',
      { fields: { ...yes('with-representative'), representative: { zh: '何铭', en: 'He Ming' } } },
      ['representative-is-director'],
    ],
    [
      'with an increase, a reduction, a distribution and its dissolution in one paper',
      {
        fields: {
          ...yes('with-increase', 'with-reduction', 'with-profit', 'with-dissolution'),
          'capital-after': money(15),
          'capital-reduced': money(8),
          liquidators: { zh: '周远', en: 'Zhou Yuan' },
        },
      },
      ['increase-or-reduction', 'dissolution-alone'],
    ],
    [
      'with a board of one',
      {
        fields: {
          'directors-in': { rows: [{ id: 'r1', cells: { name: { zh: '周远', en: 'Zhou Yuan' } } }] },
        },
      },
      ['board-of-three'],
    ],
    ['with three sole directors', { chosen: oneDirector }, ['one-director']],
    [
      'with a director removed and appointed',
      {
        fields: {
          'directors-out': { rows: [{ id: 'r1', cells: { name: { zh: '周 远', en: 'ZHOU Yuan' } } }] },
        },
      },
      ['removed-or-appointed'],
    ],
    ['which decides nothing', { fields: nothing }, ['decides-something']],
    [
      'without supervisors, while the articles stay',
      { chosen: { 'supervisors-named': 'none' }, fields: { 'with-articles': false } },
      ['supervision-changes-articles'],
    ],
    [
      'with an audit committee of others than its directors',
      {
        chosen: committee,
        fields: {
          'audit-members': { rows: [{ id: 'r1', cells: { name: { zh: '何铭', en: 'He Ming' } } }] },
        },
      },
      ['audit-members-are-directors'],
    ],
    [
      'with a director as supervisor',
      {
        fields: {
          'supervisors-in': { rows: [{ id: 'r1', cells: { name: { zh: '陈莲', en: 'Chen Lian' } } }] },
        },
      },
      ['supervisor-is-no-director'],
    ],
    [
      'with its manager as supervisor',
      { fields: { ...yes('with-manager'), manager: { zh: '何铭', en: 'He Ming' } } },
      ['supervisor-is-no-manager'],
    ],
    [
      'with more capital, while the articles stay',
      { fields: { ...yes('with-increase'), 'with-articles': false } },
      ['capital-changes-articles'],
    ],
    [
      'with profit paid after a year',
      {
        fields: { ...yes('with-profit'), 'profit-within': { count: 12, unit: 'month' } },
      },
      ['profit-within tooLarge'],
    ],
    [
      'with profit paid while capital makes up losses',
      { fields: yes('with-reduction', 'with-profit'), chosen: { 'reduction-resolved': 'loss' } },
      ['loss-without-profit'],
    ],
    [
      'with a capital below its increase',
      { fields: { ...yes('with-increase'), 'capital-after': { amount: 100, currency: 'CNY' } } },
      ['increase-adds-up'],
    ],
    [
      'with a capital in another currency than its reduction',
      { fields: { ...yes('with-reduction'), 'capital-reduced': { amount: 100, currency: 'USD' } } },
      ['reduction-currency'],
    ],
    [
      'with capital paid in after six years',
      { fields: { ...yes('with-increase'), 'contribution-date': '2032-12-31' } },
      ['paid-in-five-years'],
    ],
    [
      'with capital paid in before',
      { fields: { ...yes('with-increase'), 'contribution-date': '2026-01-01' } },
      ['paid-in-five-years'],
    ],
    ['without the shareholder’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
    ['in English alone', { languages: { primary: 'en', bilingual: false } }, ['languages languageNeeded']],
  ]

  it.each(broken)('%s', (_, change, expected) => {
    const openPoints = openPointsIn(code, change)
    expect(openPoints.toSorted()).toEqual(expected.toSorted())
  })

  it('has every rule of the template tested above', () => {
    const tried = new Set(broken.flatMap(([, , expected]) => expected))
    const rules = templateOf(code).template.rules ?? []
    expect(rules.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
  })

  it.each<[string, Change]>([
    [
      'one director',
      {
        chosen: oneDirector,
        fields: {
          'directors-in': { rows: [{ id: 'r1', cells: { name: { zh: '周远', en: 'Zhou Yuan' } } }] },
        },
      },
    ],
    [
      'one director added to the board',
      {
        chosen: { 'directors-named': 'added' },
        fields: {
          'directors-in': { rows: [{ id: 'r1', cells: { name: { zh: '何铭', en: 'He Ming' } } }] },
          'with-supervision': false,
        },
      },
    ],
    ['an audit committee of its directors', { chosen: committee }],
    [
      'the manager as representative',
      {
        fields: { ...yes('with-manager', 'with-representative'), 'representative-office': 'manager' },
      },
    ],
    [
      'nothing but another matter',
      { fields: { ...nothing, 'other-matter': { zh: '批准年度预算。', en: 'The budget is approved.' } } },
    ],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('appoints one person as director in the singular', () => {
    const text = plainText(treeOf(code, { chosen: oneDirector }), 'en')
    expect(text).toContain('The person named below is appointed director')
  })

  it('has no vote, and is signed by the shareholder only', () => {
    const tree = treeOf('sole-shareholder-decision', {})
    expect(tree.signatures.map(({ label }) => label.en)).toEqual(['Shareholder'])
    expect(plainText(tree, 'zh')).not.toContain('决议')
  })
})

describe('a power of attorney to two people', () => {
  const two: Change = { parties: [{}, {}, { ...broker }], count: 3 }

  it('says whether they act jointly or separately, and that a firm assigns people', () => {
    expect(openPointsIn('power-of-attorney', two)).toEqual([])
    const text = plainText(treeOf('power-of-attorney', two), 'en')
    expect(text).toContain('Lotus Customs Brokers Ltd. (identity document or registration number')
    expect(text).toContain('shall exercise the authority jointly')
    expect(text).toContain('assign qualified personnel')
    const several = { ...two, chosen: { 'two-attorneys': 'several' } }
    expect(plainText(treeOf('power-of-attorney', several), 'en')).toContain(
      'may exercise the authority alone',
    )
  })

  it('is signed by the principal only', () => {
    expect(treeOf('power-of-attorney', two).signatures.map(({ label }) => label.en)).toEqual(['Principal'])
  })

  it('does not send a firm to court', () => {
    const court = {
      ...two,
      fields: { ...yes('scope-litigation'), 'case-detail': { zh: '买卖合同纠纷', en: 'a sale dispute' } },
    }
    expect(openPointsIn('power-of-attorney', court)).toEqual(['litigation-by-persons'])
  })

  it('limits the general power of an individual by a sum', () => {
    const change: Change = {
      fields: yes('scope-general'),
      parties: [{ identity: 'individual', idNumber: '310115199003077729' }],
    }
    const text = plainText(treeOf('power-of-attorney', change), 'en')
    expect(text).toContain('each of a sum not exceeding CNY 10,000.00')
    expect(text).not.toContain('within the scope of business')
  })
})

describe('the power of attorney is not final', () => {
  const none = { 'scope-contract': false }

  it.each<[string, Change, string[]]>([
    ['ending before it begins', { fields: { 'valid-until': '2026-11-30' } }, ['ends-after-it-begins']],
    ['for nothing', { fields: none }, ['listed-matters listEmpty']],
    [
      'for a meeting after it has ended',
      {
        fields: {
          ...yes('scope-meeting'),
          'meeting-company': { zh: '莲花', en: 'Lotus' },
          'meeting-day': '2027-06-01',
        },
      },
      ['meeting-before-end'],
    ],
    [
      'for a meeting before it begins',
      {
        fields: {
          ...yes('scope-meeting'),
          'meeting-company': { zh: '莲花', en: 'Lotus' },
          'meeting-day': '2026-11-30',
        },
      },
      ['meeting-within-period'],
    ],
    ['without the attorney’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn('power-of-attorney', change)).toEqual(expected)
  })

  it('grants general powers in litigation unless special ones are chosen', () => {
    const text = (chosen: Record<string, string>) =>
      plainText(treeOf('power-of-attorney', { fields: yes('scope-litigation'), chosen }), 'zh')
    expect(text({})).toContain('一般授权')
    expect(text({})).not.toContain('提起反诉或者上诉')
    expect(text({ 'power-general': 'special' })).toContain('提起反诉或者上诉')
  })
})

describe('the offer of employment is not final', () => {
  const months = (term: number, probation: number): Change => ({
    fields: {
      'contract-term': { count: term, unit: 'month' },
      probation: { count: probation, unit: 'month' },
    },
  })
  const foreign = { place: 'abroad' } as const

  it.each<[string, Change, string[]]>([
    [
      'to be answered after the first day',
      { fields: { 'accept-until': '2027-01-05' } },
      ['answer-before-start'],
    ],
    ['with probation in two months', months(2, 1), ['no-probation-under-three-months']],
    ['with six months of probation in six', months(6, 6), ['probation-under-a-year']],
    ['with three months in two years', months(24, 3), ['probation-under-three-years']],
    [
      'at half pay in probation',
      { fields: { 'probation-wage': { amount: 1_500_000, currency: 'CNY' } } },
      ['wage-in-probation'],
    ],
    [
      'with a foreigner for six years',
      { fields: { 'contract-term': { count: 6, unit: 'year' } }, parties: [{}, foreign] },
      ['foreigner-five-years'],
    ],
    [
      'open-ended with a foreigner',
      { chosen: { 'contract-to-follow': 'open-ended' }, parties: [{}, foreign] },
      ['foreigner-not-open-ended'],
    ],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn('offer-letter', change)).toEqual(expected)
  })

  it.each<[string, Change]>([
    ['one month in six', months(6, 1)],
    ['two months in a year', months(12, 2)],
    ['six months in three years', months(36, 6)],
    ['six months in an open-ended one', { chosen: { 'contract-to-follow': 'open-ended' } }],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn('offer-letter', change)).toEqual([])
  })

  it('requires a foreigner’s permit', () => {
    const list = (place?: 'abroad') =>
      plainText(treeOf('offer-letter', { parties: [{}, place ? { place } : {}] }), 'en')
    expect(list()).not.toContain('work permit')
    expect(list('abroad')).toContain('a residence document for work.')
  })
})

describe('the amendment of a labour contract is not final', () => {
  const code = 'labour-amendment'

  it.each<[string, Change, string[]]>([
    [
      'when nothing is changed',
      { fields: { renew: false, 'change-post': false, 'change-wage': false } },
      ['renewed-or-changed'],
    ],
    ['with a gap', { fields: { 'renewal-start': '2027-02-01' } }, ['renewed-without-gap']],
    ['overlapping', { fields: { 'renewal-start': '2027-01-03' } }, ['renewed-without-gap']],
    ['ending before it begins', { fields: { 'renewal-end': '2027-01-01' } }, ['ends-after-it-begins']],
    ['with a third fixed term', { fields: { 'fixed-terms-before': 2 } }, ['open-ended-after-two']],
    [
      'with a fixed term after ten years',
      { fields: { 'service-since': '2017-01-04' } },
      ['open-ended-after-ten-years'],
    ],
    [
      'open-ended with a foreigner',
      { chosen: { 'renewal-term': 'open-ended' }, parties: [{}, { place: 'abroad' }] },
      ['foreigner-not-open-ended'],
    ],
    [
      'with a foreigner for six years',
      { fields: { 'renewal-end': '2033-01-03' }, parties: [{}, { place: 'abroad' }] },
      ['foreigner-five-years'],
    ],
    [
      'on an approval that has run out',
      {
        fields: { ...yes('change-hours'), 'hours-approval': '2025-1', 'approval-until': '2026-12-31' },
        chosen: { 'hours-changed': 'irregular' },
      },
      ['approval-in-force'],
    ],
    [
      'taking effect before the contract',
      { fields: { 'effective-date': '2023-01-01' } },
      ['changes-after-contract'],
    ],
    ['without the employee’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it.each(['open-ended', 'at-request'])('for another fixed term after two, if %s', (alternative) => {
    const fields = { 'fixed-terms-before': 2, 'service-since': '2015-01-04' }
    expect(openPointsIn(code, { fields, chosen: { 'renewal-term': alternative } })).toEqual([])
  })

  it('has no second probation', () => {
    expect(plainText(treeOf(code, {}), 'en')).toContain('There is no probation in the renewed term')
  })
})

test.each<[string, Change, string]>([
  ['data-processing', { fields: { 'incident-hours': 1 } }, 'within 1 hour after'],
  ['labour-termination', { fields: { 'leave-days': 1 } }, 'is 1 day, for'],
  ['premises-lease', { fields: { area: 1 } }, '1 square metre ('],
  ['premises-lease', { fields: { parking: 1 } }, '1 parking space without'],
  ['premises-lease', { fields: { parking: 2 } }, '2 parking spaces without'],
])('%s has singular and plural: %j', (code, change, words) => {
  expect(plainText(treeOf(code, change), 'en')).toContain(words)
})

const codes = [
  'shareholders-resolution',
  'sole-shareholder-decision',
  'power-of-attorney',
  'labour-contract',
  'labour-amendment',
  'offer-letter',
]

test.each(codes)('dropping any optional clause of %s leaves no open point', (code) => {
  const fields = yes('non-compete', 'with-security', 'with-transfer', 'scope-litigation', 'change-post')
  const previousState = openPointsIn(code, { fields })
  const ids = droppableIn(code)
  expect(ids.length).toBeGreaterThan(2)
  const worse = ids.filter((id) => {
    const openPoints = openPointsIn(code, { fields, dropped: [id] })
    return openPoints.some((point) => !previousState.includes(point))
  })
  expect(worse).toEqual([])
})
