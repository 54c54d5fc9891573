import { describe, expect, it } from 'vitest'
import type { Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { explainChanges } from '#assembly/compare/explain.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { templateOf } from '#tests/support/sample-documents.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const BILINGUAL = { primary: 'zh', bilingual: true, script: 'Hans' } as const

/** The open points about one party in two roles, each with the label of the other role. */
function samePoints(change: (parties: Party[]) => Party[]) {
  const source = sampleSource()
  const parties = change(source.answers.parties)
  const { open } = assemble({ ...source, answers: { ...source.answers, parties } })
  return open.flatMap(({ at, problem, detail }) =>
    problem === 'sameName' || problem === 'sameNumber' ? [[at, problem, detail?.zh, detail?.en]] : [],
  )
}

const openPointsOfSecond = (patch: Partial<Party>) => (parties: Party[]) =>
  parties.map((party, index) => (index === 1 ? { ...party, ...patch } : party))

describe('one party in two roles', () => {
  it('is a doubt about the changed lines of the later party, and about its name', () => {
    const sampleBefore = sampleSource()
    const [first] = sampleBefore.answers.parties
    const parties = openPointsOfSecond({ name: first!.name, idNumber: first!.idNumber })(
      sampleBefore.answers.parties,
    )
    const { changed } = explainChanges(sampleBefore, {
      ...sampleBefore,
      answers: { ...sampleBefore.answers, parties },
    })
    const problems = changed.map(({ row, doubts }) => [row.id, doubts.map(({ problem }) => problem)])
    expect(problems).toEqual(
      expect.arrayContaining([
        ['party:b', ['sameName']],
        ['party:b.idNumber', ['sameNumber']],
      ]),
    )
  })

  it.each([
    'mutual-nda',
    'loan',
    'settlement',
    'sales-contract',
    'labour-contract',
    'data-processing',
    'service-agreement',
    'power-of-attorney',
    'sole-shareholder-decision',
  ])('is an open point of %s, at the later party', (code) => {
    const { template, notes } = templateOf(code)
    const answers = sampleAnswers(template, notes, BILINGUAL)
    answers.parties[1] = { ...answers.parties[0]!, key: 'b' }
    const { open } = assemble({ name: '', number: '', template, answers })
    expect(open.map(({ at }) => at)).toEqual(expect.arrayContaining(['party:b.idNumber', 'party:b.name']))
    expect(open.filter(({ at }) => at.startsWith('party:a.'))).toEqual([])
  })

  it('is found by the number alone, however it is typed', () => {
    expect(samePoints(openPointsOfSecond({ idNumber: '９１３１０１１５ ma1k4textu' }))).toEqual([
      ['party:b.idNumber', 'sameNumber', '甲方', 'Party A'],
    ])
  })

  it.each([
    ['full-width brackets and spaces', { name: '莲花贸易 （上海） 有限公司', idNumber: '' }, 'party:b.name'],
    [
      'case and stops',
      { nameEn: 'LOTUS TRADING (SHANGHAI) CO LTD', name: '', idNumber: '' },
      'party:b.nameEn',
    ],
    [
      'the English name in the first box',
      { name: 'Lotus Trading (Shanghai) Co., Ltd.', idNumber: '' },
      'party:b.name',
    ],
    ['the registered name with another code', { name: '莲花贸易（上海）有限公司' }, 'party:b.name'],
  ])('is found by the name: %s', (_, patch, at) => {
    expect(samePoints(openPointsOfSecond(patch))).toEqual([[at, 'sameName', '甲方', 'Party A']])
  })

  it.each([
    ['two persons of one name', { identity: 'individual', name: '林静' }, 'E12345678', 'E12345679'],
    [
      'two foreign companies of one name',
      { place: 'abroad', name: 'Kestrel Ltd' },
      'GB 09182734',
      'CY 104528',
    ],
  ] as const)('is not assumed of %s with different numbers', (_, patch, one, other) => {
    const nameChange = { nameEn: '', ...patch }
    const inBothRoles = (parties: Party[]) =>
      parties.map((party, index) => ({ ...party, ...nameChange, idNumber: index ? other : one }))
    expect(samePoints(inBothRoles)).toEqual([])
    const unnumbered = (parties: Party[]) => inBothRoles(parties).map((party) => ({ ...party, idNumber: '' }))
    expect(samePoints(unnumbered)).toEqual([['party:b.name', 'sameName', '甲方', 'Party A']])
  })

  it('is not assumed for one translation of two Chinese names, or for numbers of two places', () => {
    expect(samePoints(openPointsOfSecond({ nameEn: 'Lotus Trading (Shanghai) Co., Ltd.' }))).toEqual([])
    const places = (parties: Party[]) =>
      parties.map((party, index) => ({
        ...party,
        idNumber: '12345678',
        place: index ? ('hmt' as const) : ('abroad' as const),
      }))
    expect(samePoints(places)).toEqual([])
  })

  it('is found among added parties too', () => {
    const withAddedParty = (parties: Party[]) => [...parties, { ...parties[1]!, key: 'c' }]
    expect(samePoints(withAddedParty)).toEqual([
      ['party:c.idNumber', 'sameNumber', '乙方', 'Party B'],
      ['party:c.name', 'sameName', '乙方', 'Party B'],
    ])
  })
})
