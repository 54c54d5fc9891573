import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compareSides } from '#assembly/agreement/compare-sides.ts'
import type { Run, Sides } from '#assembly/tree.ts'
import { note } from '#tests/support/measured.ts'

type Pair = Sides<string> & { kind?: string }

/**
 * A translator of contracts wrote these texts without knowing the checks: correct translations, and
 * translations with one difference that would matter in court.
 */
const { correct, wrong } = JSON.parse(readFileSync('tests/golden/bilingual-texts.json', 'utf8')) as {
  correct: Pair[]
  wrong: Pair[]
}

const ROLES = [
  { zh: '买方', en: 'Buyer' },
  { zh: '卖方', en: 'Seller' },
]

const runs = (text: string): Run[] => [{ kind: 'text', text }]
const findingsOf = ({ zh, en }: Pair) =>
  compareSides({ zh: runs(zh), en: runs(en) }, undefined, ROLES).filter(({ grade }) => grade !== 'look')

it('hardly any of 100 correct translations is reported', () => {
  const alarms = correct.filter((text) => findingsOf(text).length > 0)
  note('agreement of Chinese and English: false alarms', `${alarms.length} of ${correct.length}`)
  expect(correct).toHaveLength(100)
  expect(alarms.map(({ zh, en }) => `${zh} = ${en}`)).toEqual([])
})

it('nearly all of 64 wrong translations are reported', () => {
  const missed = wrong.filter((text) => findingsOf(text).length === 0)
  note('agreement of Chinese and English: wrong translations', `${wrong.length - missed.length} of 64 found`)
  expect(wrong).toHaveLength(64)
  expect(missed.map(({ zh, en }) => `${zh} = ${en}`).slice(5)).toEqual([])
})
