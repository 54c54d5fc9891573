import { expect, it } from 'vitest'
import { compareSides } from '#assembly/agreement/compare-sides.ts'
import { agreementPoints } from '#assembly/agreement/points.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { clauseText, editableClause, writeCustom } from '#assembly/edit.ts'
import { bothRuns, twinsOf } from '#assembly/proving/twins.ts'
import type { Template } from '#assembly/template/template.ts'
import type { Sides } from '#assembly/tree.ts'
import { libraryTemplates } from '#tests/support/library-twins.ts'
import { note } from '#tests/support/measured.ts'
import { numbers } from '#tests/support/mutants.ts'
import { changeOne, moreKinds } from './kinds.ts'

const LONG = process.env.LONG === '1'
/** Number of defects of each kind. */
const CASE_COUNT = LONG ? 2000 : 40
const SEED = Number(process.env.SEED ?? Date.now() % 1e6)
/** The percentage of defects that must be found; lower for small samples, which vary more. */
const GOAL = LONG ? 95 : 85
/** The same for words that occur several times in a text or in many forms, which rules find less often. */
const HARD = LONG ? 91 : 75
const LOWER: Record<string, number> = {
  'a negation dropped': HARD,
  'a duty made optional': HARD,
  'before and after swapped': HARD,
}

type Pair = Sides<string>
type RandomBelow = (limit: number) => number

const library = libraryTemplates()
const texts = library.flatMap((template) => twinsOf(template).map(({ text }) => text as Pair))

const onOneSide = (zh: string | null, en: string | null, text: Pair): Pair | null =>
  zh !== null ? { zh, en: text.en } : en !== null ? { zh: text.zh, en } : null

const swapped = (text: string) =>
  text.replace(/\{party:([ab])(?=[.}])/g, (_, key: string) => `{party:${key === 'a' ? 'b' : 'a'}`)

/**
 * The text with both parties in one order, because “Party A and Party B agree” means the same in either
 * order.
 */
const inAnyOrder = (text: string) =>
  text
    .replace(/\{party:[ab]\}( and |与|和|或者|、| or )\{party:[ab]\}/g, '{both}')
    .replace(/one for \{party:[ab]\} and one for \{party:[ab]\}/, '{both}')

// Numbers outside marks, and outside names of paragraphs and items of statutes, which have too many forms to
// be compared.
const zhNumber = /(?<![{\w:-])\d+(?![\w}]|\s*[款项])/g
const enNumber = /(?<![{\w:-])(?<!paragraph )\d+(?![\w}-])/g

const kinds: Record<string, (text: Pair, below: RandomBelow) => Pair | null> = {
  'a number changed on one side': (text, below) => {
    const replacement = (match: string) => String(Number(match) + 1 + below(9) + Number(match))
    return below(2)
      ? onOneSide(changeOne(text.zh, zhNumber, below, replacement), null, text)
      : onOneSide(null, changeOne(text.en, enNumber, below, replacement), text)
  },
  'a reference dropped': (text, below) => {
    const mark = /\{ref:[^}]+\}/g
    // If the party is named twice, removing one mention makes no difference.
    if (new Set(text.en.match(mark)).size < (text.en.match(mark)?.length ?? 0)) return null
    return below(2)
      ? onOneSide(
          changeOne(text.zh, mark, below, () => '上述约定'),
          null,
          text,
        )
      : onOneSide(
          null,
          changeOne(text.en, mark, below, () => 'the above'),
          text,
        )
  },
  'a text missing in one language': (text, below) => (below(2) ? { ...text, zh: ' ' } : { ...text, en: '' }),
  'the parties swapped': (text, below) => {
    const side = below(2) ? 'zh' : 'en'
    const changedText = swapped(text[side])
    return inAnyOrder(changedText) === inAnyOrder(text[side]) ? null : { ...text, [side]: changedText }
  },
  'another unit of time': (text, below) => {
    const units = ['个工作日', '个月', '年'] as const
    const zh = changeOne(text.zh, /(?<=\d)日(?=[内前书通的，。])/g, below, () => units[below(3)]!)
    const en = changeOne(
      text.en,
      /(?<=\) )days?(?=\b)/g,
      below,
      () => ['working days', 'months', 'years'][below(3)]!,
    )
    return below(2) ? onOneSide(zh, null, text) : onOneSide(null, en, text)
  },
  '30日 against 60 days': (text) => {
    const zh = text.zh.replace(/\{[a-z-]*(?:period|notice|limit|term)\}/, '30日')
    const en = text.en.replace(/\{[a-z-]*(?:period|notice|limit|term)\}/, 'sixty (60) days')
    return zh === text.zh || en === text.en ? null : { zh, en }
  },
  'a negation dropped': (text, below) => {
    // “not later than” and “not exceed” are limits and no negations; two negations in a text may hide one of
    // them.
    const textWithoutLimits = text.en.replace(
      /\b(?:not|no) (?:later|more|less|exceed\w*|only|limited)\b/g,
      '',
    )
    if ((textWithoutLimits.match(/\b(?:not|nor?|neither|without|unless)\b/g) ?? []).length !== 1) return null
    const en = changeOne(text.en, /\b(?:shall|may|must|is|are|does|do) not\b/g, below, (match) =>
      match.slice(0, -4),
    )
    return en === null ? null : { zh: text.zh, en }
  },
  'an exception dropped': (text, below) => {
    if ((text.en.match(/\b(?:except|unless|save|other than)\b/g) ?? []).length !== 1) return null
    const en = changeOne(text.en, /,? (?:except|unless)\b[^,.;]+/g, below, () => '')
    return en === null ? null : { zh: text.zh, en }
  },
  '不得 against may': (text, below) => {
    if (!/(?<!不)不得/.test(text.zh) || !/\bshall not\b/.test(text.en)) return null
    return below(2)
      ? onOneSide(
          changeOne(text.zh, /(?<!不)不得(?!不)/g, below, () => '可以'),
          null,
          text,
        )
      : onOneSide(
          null,
          changeOne(text.en, /\bshall not\b/g, below, () => 'may'),
          text,
        )
  },
}

it.each(Object.entries({ ...kinds, ...moreKinds }))('finds %s', (name, make) => {
  const below = numbers(SEED)
  const defects: Pair[] = []
  for (let tries = 0; tries < 500 * CASE_COUNT && defects.length < CASE_COUNT; tries++) {
    const defect = make(texts[below(texts.length)]!, below)
    if (defect) defects.push(defect)
  }
  expect(defects.length).toBe(CASE_COUNT)
  const missed = defects.filter((text) => compareSides(bothRuns(text)).length === 0)
  const share = (100 * (defects.length - missed.length)) / defects.length
  note(
    `agreement of Chinese and English: ${name}`,
    `${defects.length - missed.length} of ${defects.length} found`,
  )
  expect(
    share,
    `seed ${SEED}: ${missed.slice(0, 3).map(({ zh, en }) => `${zh} = ${en}`)}`,
  ).toBeGreaterThanOrEqual(LOWER[name] ?? GOAL)
})

it('finds an undefined term', () => {
  const below = numbers(SEED)
  const nouns =
    'Deliverables Works Milestones Products Site Facilities Software Territory Samples Tooling'.split(' ')
  let defectCount = 0
  let detected = 0
  for (let round = 0; defectCount < CASE_COUNT; round++) {
    const template = library[round % library.length] as Template
    const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const ids = template.articles.flatMap(({ clauses }) => clauses.map(({ id }) => id))
    const id = ids[below(ids.length)]!
    const noun = nouns[below(nouns.length)]!
    const { en } = clauseText(answers, template, id)
    if (!editableClause(template, answers, id) || en.includes(noun) || en.endsWith(':')) continue
    const changedAnswers = writeCustom(
      answers,
      template,
      id,
      'en',
      `${en} Each Party shall inspect the ${noun} with care.`,
    )
    const tree = assembleText({ name: '', number: '', template, answers: changedAnswers })
    if (!tree.articles.some(({ clauses }) => clauses.some((node) => node.id === id && node.kept))) continue
    if (JSON.stringify(tree).includes(`“${noun}`)) continue
    defectCount++
    const points = agreementPoints(tree, { template, answers: changedAnswers })
    if (points.some(({ check, detail }) => check === 'termUndefined' && detail?.en.includes(noun))) detected++
  }
  note('agreement of Chinese and English: a term that nothing defines', `${detected} of ${defectCount} found`)
  expect((100 * detected) / defectCount, `seed ${SEED}`).toBeGreaterThanOrEqual(GOAL)
})
