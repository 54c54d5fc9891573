import { expect, test } from 'vitest'
import type { Answers, Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import * as edit from '#assembly/edit.ts'
import { plainText } from '#assembly/plain.ts'
import { sideWithout } from '#assembly/twins.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const { template, answers: sample } = sampleSource()
const answers = edit.fillField(sample, template, 'end', '2027-03-31')
const openPointsOf = (now: Answers) => assemble({ ...sampleSource(), answers: now }).open
const pointsAt = (now: Answers, at: string) =>
  openPointsOf(now)
    .filter((point) => point.at === at)
    .map(({ kind, problem }) => [kind, problem])
const alone = (now: Answers, primary: Side = 'zh'): Answers => ({
  ...now,
  languages: { ...now.languages, primary, bilingual: false },
})

test.each([
  ['钢制货架', 'en'],
  ['AI 平台', 'en'],
  ['steel racks with doors', 'zh'],
  ['Kestrel Robotics Ltd', null],
  ['GB/T 19001-2016, ISO 9001:2015', null],
  ['20 kg', null],
  ['FOB Shanghai, 500 pcs', null],
  ['', null],
])('a text given in one language only, as “%s”, lacks the side %s', (text, side) => {
  expect(sideWithout(text)).toBe(side)
})

test('the unchanged sample has no open points', () => {
  expect(openPointsOf(answers)).toEqual([])
})

test('a Chinese text without English leaves a bilingual document open until its English is written', () => {
  const filledAnswers = edit.fillField(answers, template, 'subject', '钢制货架')
  expect(openPointsOf(filledAnswers)).toEqual([
    { kind: 'required', problem: 'englishMissing', at: 'subject', field: 'subject', clause: 'background' },
  ])
  const writtenAnswers = edit.writeText(filledAnswers, template, 'subject', 'en', 'steel shelving')
  expect(openPointsOf(writtenAnswers)).toEqual([])
  const english = plainText(assemble({ ...sampleSource(), answers: writtenAnswers }), 'en')
  expect(english).toContain('steel shelving')
  expect(english).not.toContain('钢')
})

test('a confirmation that both languages read the same closes this point too', () => {
  const filledAnswers = edit.fillField(answers, template, 'subject', '钢制货架')
  const confirmedAnswers = edit.sameText(filledAnswers, template, 'subject')
  expect(confirmedAnswers.fields.subject).toEqual({ zh: '钢制货架', en: '钢制货架' })
  expect(openPointsOf(confirmedAnswers)).toEqual([])
  const latin = edit.fillField(answers, template, 'subject', { zh: 'Kestrel K2', en: 'K2' })
  expect(edit.sameText(latin, template, 'subject').fields.subject).toBe('Kestrel K2')
})

test('an English sentence without Chinese is open, an English name is not', () => {
  const fillSubject = (text: string) => edit.fillField(answers, template, 'subject', text)
  expect(pointsAt(fillSubject('steel racks with doors'), 'subject')).toEqual([['required', 'chineseMissing']])
  expect(pointsAt(fillSubject('Kestrel K2'), 'subject')).toEqual([])
})

test('a document in one language has no such open points', () => {
  const filledAnswers = edit.fillField(answers, template, 'subject', '钢制货架')
  const party = edit.setParty(filledAnswers, template, 'a', { addressEn: '', signerNameEn: '' })
  expect(openPointsOf(party)).toHaveLength(3)
  expect(openPointsOf(alone(party))).toEqual([])
  expect(openPointsOf(alone(party, 'en'))).toEqual([])
})

test('the other side is stale after a change of the primary text, until it is written or confirmed', () => {
  const changedAnswers = edit.writeText(answers, template, 'subject', 'zh', '钢制货架')
  expect(pointsAt(changedAnswers, 'subject')).toEqual([['stale', 'englishStale']])
  expect(openPointsOf(alone(changedAnswers))).toEqual([])
  expect(pointsAt(edit.confirmText(changedAnswers, template, 'subject'), 'subject')).toEqual([])
  const writtenAnswers = edit.writeText(changedAnswers, template, 'subject', 'en', 'steel shelving')
  expect(pointsAt(writtenAnswers, 'subject')).toEqual([])
  const better = edit.writeText(writtenAnswers, template, 'subject', 'en', 'steel shelves')
  expect(pointsAt(better, 'subject')).toEqual([])
})

test('all key strokes of one visit are one edit', () => {
  const one = edit.writeText(answers, template, 'subject', 'zh', '钢')
  const back = edit.writeText(one, template, 'subject', 'zh', '品牌网站的设计、开发与维护', answers)
  expect(back).toEqual(answers)
  const caughtUp = edit.writeText(one, template, 'subject', 'en', 's', one)
  expect(pointsAt(edit.writeText(caughtUp, template, 'subject', 'en', 'st', one), 'subject')).toEqual([])
})

test('a text with both sides emptied is no answer', () => {
  const zh = edit.writeText(answers, template, 'subject', 'zh', '')
  expect(edit.writeText(zh, template, 'subject', 'en', '').fields).not.toHaveProperty('subject')
})

test.each(['address', 'legalRepresentative', 'signerName', 'signerTitle'] as const)(
  'the %s of a party is required in English, and printed there',
  (attribute) => {
    const place = `party:a.${attribute}En`
    const without = edit.setParty(answers, template, 'a', { [`${attribute}En`]: '' })
    expect(pointsAt(without, place)).toEqual([['required', 'englishMissing']])
    const writtenAnswers = edit.writeAttribute(without, template, 'a', attribute, 'en', 'Written in English')
    expect(openPointsOf(writtenAnswers).filter(({ grade }) => grade !== 'look')).toEqual([])
    expect(plainText(assemble({ ...sampleSource(), answers: writtenAnswers }), 'en')).toContain(
      'Written in English',
    )
    expect(plainText(assemble({ ...sampleSource(), answers: writtenAnswers }), 'zh')).not.toContain('Written')
    const rewrittenAnswers = edit.writeAttribute(writtenAnswers, template, 'a', attribute, 'zh', '别的')
    expect(pointsAt(rewrittenAnswers, place)).toEqual([['stale', 'englishStale']])
    expect(
      edit.confirmAttribute(rewrittenAnswers, template, 'a', attribute).parties[0]?.stale,
    ).toBeUndefined()
  },
)

test('the English of a complete document contains no Chinese', () => {
  const english = plainText(assemble({ ...sampleSource(), answers }), 'en')
  expect(english).toContain('Lin Jing')
  expect(english).not.toMatch(/\p{Script=Han}/u)
})

test('a party that does not sign needs no signatory in English', () => {
  const silent = structuredClone(template)
  silent.parties[0]!.signs = false
  const party = edit.setParty(answers, silent, 'a', { signerNameEn: '', signerTitleEn: '', addressEn: '' })
  const { open } = assemble({ ...sampleSource(), template: silent, answers: party })
  expect(open.map(({ at }) => at)).toEqual(['party:a.addressEn'])
})
