// Alone: it replaces V8's built-ins by counting ones.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import { rowsFromNames } from '#assembly/adopt/names.ts'
import type { Answers, DocumentSource, Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { departuresOf } from '#assembly/compare/departures.ts'
import { explainChanges } from '#assembly/compare/explain.ts'
import { findNode } from '#assembly/compare/find-node.ts'
import { favouredIn } from '#assembly/compare/positions.ts'
import { markedText } from '#assembly/compare/wording.ts'
import { withComputed } from '#assembly/computed/computed.ts'
import { dueDays } from '#assembly/dates/due-days.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { planPosition } from '#assembly/edit/position.ts'
import * as tables from '#assembly/edit/tables.ts'
import { takeClause } from '#assembly/edit/take-clause.ts'
import * as edit from '#assembly/edit.ts'
import { checkValue, printValue } from '#assembly/fields.ts'
import { parseMarks, renameParties } from '#assembly/marks.ts'
import { formatDate, readDay } from '#assembly/numbers/dates.ts'
import { readChinese, readEnglish, readOrdinal } from '#assembly/numbers/number-words.ts'
import { readQuantities } from '#assembly/numbers/quantities.ts'
import { afterOne } from '#assembly/numbers/singular.ts'
import { plainText } from '#assembly/plain.ts'
import { amountOf } from '#assembly/rules/amounts.ts'
import { areAscending } from '#assembly/rules/column-days.ts'
import { namesAgree } from '#assembly/rules/names.ts'
import { sizeOf } from '#assembly/size.ts'
import { columnWidths } from '#assembly/tables/column-widths.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import type { Field } from '#assembly/template/template.ts'
import { hyphenOf } from '#modules/printing/typeset/fonts/font-glyphs.ts'
import { MissingGlyphError } from '#modules/printing/typeset/fonts/missing-glyph.ts'
import { breakLines, oneLine } from '#modules/printing/typeset/lines/break.ts'
import { measure } from '#modules/printing/typeset/lines/measure.ts'
import { pictureOf } from '#modules/printing/typeset/picture/picture.ts'
import { typesetRedline } from '#modules/printing/typeset/redline/redline.ts'
import { missingGlyphs, typeset } from '#modules/printing/typeset/typeset.ts'
import { makeRedline } from '#modules/printing/word/redline.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { traditionalText } from '#modules/templates/traditional.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { FILLINGS, filled } from '#tests/support/fillings.ts'
import { countingRegExps } from '#tests/support/regexp-steps.ts'
import { ALL_LARGE, runs, sampled } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import { type Steps, stepsOf } from '#tests/support/steps.ts'
import {
  BOTH_LANGUAGES,
  goodsRow,
  tableAnswers,
  tableTemplate,
  tableYaml,
} from '#tests/support/table-template.ts'

/** The length in characters; the product accepts at most 20,000. */
const TEXT_LENGTH = ALL_LARGE ? 20_000 : 400

/**
 * Files with fewer steps per character than FEW are ignored. MAX_GROWTH is the largest allowed ratio to the
 * steps of half the text.
 */
const FEW = 20
const MAX_GROWTH = ALL_LARGE ? 2.6 : 3
const HOUR = 3_600_000

const NAMES: Field = {
  id: 'directors',
  type: 'table',
  group: 'other',
  label: { zh_CN: '董事', en_US: 'Directors' },
  columns: [{ id: 'name', type: 'text', text: { zh: '姓名', en: 'Name' }, holds: 'person' }],
}

/** A short document with one article. */
function shortSource() {
  const source = sampleSource()
  const { template, answers } = source
  template.articles = template.articles.slice(0, 1)
  Object.assign(answers, { fields: {}, clauses: {}, added: [] })
  return source
}

function withClause(text: string) {
  const source = shortSource()
  source.answers.clauses.subcontracting = { custom: { zh: text, en: text } }
  return source
}

/** The text in every place where a user can write. */
function withTexts(text: string) {
  const source = withClause(text)
  const { answers } = source
  answers.fields.subject = { zh: text, en: text }
  const [first, second] = answers.parties as [Party, Party]
  answers.parties = [{ ...first, name: text, email: text, role: { zh: text, en: text } }, second]
  return source
}

const templateWithTable = tableTemplate()

const DATES = ['signed', 'goods.delivery'].map((on) => ({ id: on, label: { zh_CN: on, en_US: on }, on }))

const openPointsOf = (answers: Answers, source: DocumentSource) => assemble({ ...source, answers }).open

function assembleAll(text: string): void {
  for (const side of ['zh', 'en'] as const) {
    readQuantities(text, side)
    formatDate(text, side)
  }
  for (const read of [readChinese, readEnglish, readOrdinal, readDay, parseMarks]) read(text)
  renameParties(text, (key) => key)
  const source = withTexts(text)
  const { template, answers } = source
  for (const field of template.fields) {
    checkValue(field, text)
    printValue(field, text, 'zh', 'Hans')
  }
  edit.addClause(answers, template, { id: text, article: text, after: text })
  edit.writeCustom(answers, template, 'subcontracting', 'zh', text)
  const filledAnswers = edit.fillField(answers, template, 'subject', text)
  edit.sameText(filledAnswers, template, 'subject')
  edit.writeText(filledAnswers, template, 'subject', 'en', `${text}.`)
  edit.writeAttribute(answers, template, 'a', 'address', 'zh', text)
  openPointsOf(filledAnswers, source)
  edit.addArticle(answers, template, { id: text, after: text }, text)
  const withOwnArticle = edit.addArticle(answers, template, { id: 'own', after: null }, 'own-1')
  openPointsOf(edit.writeCustom(withOwnArticle, template, 'own', 'zh', text), source)
  edit.removeArticle(withOwnArticle, template, 'own')
  const origin = { template: 'service-agreement', clause: 'term' }
  const takenClause = { text: { zh: text, en: text }, items: [{ zh: text, en: text }], from: origin }
  openPointsOf(takeClause(withOwnArticle, 'own-1', takenClause, ['own-2']), source)
  edit.removeParty(edit.addParty(answers, template), template, 'c')
  sizeOf(template, answers)
  amountOf(
    { votes: 'for' },
    {
      value: () => text,
      total: () => undefined,
      people: [{ ...answers.parties[0]!, share: text, vote: 'for' }],
      voters: [],
    },
  )
  namesAgree({ some: 'chair', in: 'directors' }, () => text)
  namesAgree({ every: 'directors.name', in: 'chair' }, () => ({
    rows: [{ id: 'r1', cells: { name: text } }],
  }))
  rowsFromNames(NAMES, text)
  const days = { rows: [{ id: 'r1', cells: { day: text } }] }
  areAscending('days.day', () => days)
  const vat = {
    ...NAMES,
    computed: { taxOn: 'subject', rate: 'subject', includedIf: { field: 'subject', is: text } },
  }
  withComputed({ ...template, fields: [vat] }, answers)
  const becomes = { ...NAMES, id: 'rows', columns: [{ ...NAMES.columns![0]!, was: 'subject' }] }
  adoptTemplate(template, { ...template, fields: [becomes] }, filledAnswers)
  afterOne(` days${text}`)
  amountOf('subject', { value: () => text, total: () => undefined, people: [], voters: [] })
  const tree = assemble(source)
  for (const side of tree.sides) plainText(tree, side)
  const differing = withClause(text)
  differing.answers.clauses.subcontracting = { custom: { zh: `30日${text}`, en: `60 days ${text}` } }
  const point = openPointsOf(differing.answers, differing).find(({ kind }) => kind === 'mismatch')!
  openPointsOf(confirmPoint(differing.answers, template, point), differing)
  departuresOf(assemble(differing), differing)
  favouredIn(tree, { template, answers: planPosition(source.answers, template, text).answers })
}

/** The text in the cells of a table. */
function listedSource(text: string): DocumentSource {
  const rows = [goodsRow('r1', { name: { zh: text, en: text }, model: text, delivery: text })]
  return {
    name: '',
    number: '',
    template: templateWithTable,
    answers: tableAnswers(rows, BOTH_LANGUAGES, templateWithTable),
  }
}

function fillTables(text: string): void {
  const source = listedSource(text)
  const tree = assemble(source)
  for (const side of tree.sides) plainText(tree, side)
  columnWidths(tree.articles.at(-1)!.clauses[0]!.table!, tree.sides, { room: 50, gap: 1 })
  const place = { row: 'r1', column: 'name' }
  const writtenAnswers = tables.writeCell(source.answers, templateWithTable, 'goods', {
    ...place,
    side: 'en',
    text: `${text} x`,
  })
  const withMoreRows = tables.addRow(
    tables.sameCell(writtenAnswers, templateWithTable, 'goods', place),
    templateWithTable,
    'goods',
  )
  explainChanges(source, { ...source, answers: withMoreRows })
  sizeOf(templateWithTable, withMoreRows)
  adoptTemplate(templateWithTable, templateWithTable, withMoreRows)
  dueDays({ ...source, template: { ...templateWithTable, dates: DATES } }, '2026-11-30', (day) => day)
}

/**
 * Few differences per comparison: a text with more than a fixed number of differences is replaced as a
 * whole.
 */
function compareAll(text: string): void {
  const sourceBefore = withClause(text)
  const sourceAfter = withClause(`${text} x`)
  // Other functions of this file compare the two languages.
  for (const { answers } of [sourceBefore, sourceAfter]) answers.languages.bilingual = false
  explainChanges(sourceBefore, sourceAfter)
  const { text: printed } = findNode(assemble(sourceBefore), 'subcontracting')!
  markedText(printed.zh, `${text} x`)
}

function typesetAllFormats(text: string): void {
  for (const side of ['zh', 'en'] as const) {
    const voice = { side, script: 'Hant', weight: 600 } as const
    const glyphs = measure(text, voice, new Set())
    breakLines(glyphs, 20, true, side === 'en' ? hyphenOf(voice) : undefined)
    oneLine(glyphs)
  }
  new MissingGlyphError(missingGlyphs(assemble(withClause(text))))
}

const WORDS = { zh: '版本对比', en: 'Compared' }

/** The steps that take long even for a short text: templates, and whole files. */
async function makeFiles(text: string): Promise<void> {
  const { template, ...source } = withClause(text)
  const tree = assemble({ ...source, template })
  template.recitals[0]!.text = { zh: text, en: text }
  parseTemplate(stringify(template), 'template.yaml')
  traditionalText(text)
  await makeWord(tree)
  const createdAt = new Date('2026-11-21T02:00:00Z')
  const otherSource = assemble(withClause(`${text} x`))
  const words = { note: WORDS, legend: WORDS, same: WORDS, changesOnly: false }
  const redline = { before: tree, after: otherSource, ...words, author: 'Lin', stamp: '2026-11-22 18:03' }
  await makeRedline(redline)
  const [table, changed] = [text, `${text} x`].map((one) => assemble(listedSource(one)))
  await makeWord(table!)
  await makeRedline({ ...redline, before: table!, after: changed! })
  parseTemplate(tableYaml, 'tables.yaml')
  if (missingGlyphs(tree).length > 0) return
  await typeset(tree, { createdAt, hasSource: true })
  pictureOf(tree)
  await typesetRedline(redline, createdAt)
  await typeset(table!, { createdAt })
  await typesetRedline({ ...redline, before: table!, after: changed! }, createdAt)
}

/** The next version of the template does not have the clause with the text. */
function adoptAll(text: string): void {
  const { template, answers } = withTexts(text)
  const articles = template.articles.map((article) => ({
    ...article,
    clauses: article.clauses.filter(({ id }) => id !== 'subcontracting'),
  }))
  adoptTemplate(template, { ...template, articles }, answers)
  adoptTemplate(template, template, answers)
}

async function readEverywhere(text: string, files = ALL_LARGE): Promise<void> {
  assembleAll(text)
  fillTables(text)
  compareAll(text)
  adoptAll(text)
  typesetAllFormats(text)
  if (files) await makeFiles(text)
}

const COUNTED_PATHS = [
  'assembly/',
  'modules/documents/',
  'modules/printing/',
  'src/pdf/fonts/',
  ...['diff', 'docx', 'hyphen', 'linebreak', 'opencc-js', 'pdf-lib', 'unicode-trie', 'yaml'].map(
    (name) => `node_modules/${name}/`,
  ),
]

/** The steps that the text causes, without those of an empty document. */
async function costOf(text: string, nothing: Steps): Promise<Steps> {
  const steps = await stepsOf(COUNTED_PATHS, () => readEverywhere(text))
  const ownSteps = new Map([...steps].map(([file, count]) => [file, count - (nothing.get(file) ?? 0)]))
  return ownSteps.set(
    'all',
    [...ownSteps.values()].reduce((sum, count) => sum + count),
  )
}

/** The files in which the whole text takes too many more steps than half of the text. */
function slowFilesIn(whole: Steps, half: Steps): string[] {
  return [...whole].flatMap(([file, steps]) => {
    const times = steps / (half.get(file) ?? 0)
    return steps > FEW * TEXT_LENGTH && times > MAX_GROWTH
      ? [`${file}: ${steps} steps, ${times.toFixed(2)} times those of half`]
      : []
  })
}

test('twice the text takes at most about twice the steps, whatever it contains', {
  timeout: HOUR,
}, async () => {
  // Loads fonts and dictionaries, so that they are not counted later.
  await stepsOf(COUNTED_PATHS, () => readEverywhere(FILLINGS.flat().join('')))
  const nothing = await stepsOf(COUNTED_PATHS, () => readEverywhere(''))
  const slowFiles: string[] = []
  for (const filling of sampled(FILLINGS, 80)) {
    const half = await costOf(filled(filling, TEXT_LENGTH / 2), nothing)
    const costOfWhole = await costOf(filled(filling, TEXT_LENGTH), nothing)
    slowFiles.push(...slowFilesIn(costOfWhole, half).map((file) => `${JSON.stringify(filling)} in ${file}`))
  }
  expect(slowFiles).toEqual([])
})

/** Files with types only, without text, or with names of at most 100 characters. */
const WITHOUT_TEXT = [
  'assembly/open-points/point-words',
  'assembly/numbers/clock-times',
  'assembly/numbers/reading',
  'assembly/adopt/note',
  'assembly/answers',
  'assembly/characters/covered',
  'assembly/characters/document-name',
  'assembly/compare/redline',
  'assembly/rules/severance',
  'assembly/template/amount',
  'assembly/computed/computed-tax',
  'assembly/template/names-test',
  'assembly/template/position',
  'assembly/template/template',
  'assembly/template/article-look',
  'assembly/template/template-notes',
  'assembly/template/words-in',
  'assembly/tree',
  'modules/printing/typeset/lines/line',
  'assembly/proving/factors',
  'assembly/proving/pairs',
  'assembly/proving/prove',
  'assembly/proving/sample',
  'assembly/proving/style',
  'assembly/proving/twins',
  'modules/printing/typeset/check-mark',
  'modules/printing/typeset/pdf-worker',
  'modules/printing/typeset/pdf-worker-thread',
  'modules/printing/typeset/picture/logo',
  'modules/printing/typeset/watermark',
  'modules/printing/word/watermark',
]

test('every file of assembly, typesetter and Word is tested', async () => {
  const steps = await stepsOf(COUNTED_PATHS, () => readEverywhere('1 国{a} ไทย ', true))
  const files = sourceFiles(['assembly', 'modules/printing/typeset', 'modules/printing/word'])
  const idle = files.filter((file) => (steps.get(file) ?? 0) <= 1)
  expect(idle).toEqual(WITHOUT_TEXT.map((file) => `${file}.ts`).sort())
})

test.each<[string, (text: string) => unknown]>([
  ['an expression that begins anywhere', (text) => text.replace(/\d+x/g, '')],
  [
    'an expression that shares spaces out in two ways',
    (text) => /1\s*\s*x/.test(`1${text.replaceAll('1', ' ')}`),
  ],
  ['a loop within a loop', (text) => [...text].filter(() => [...text].some((one) => one === 'x'))],
  [
    'a list searched in a loop',
    (text) => Array.from(text, (_, at) => at).filter((at, _, all) => all.includes(at)),
  ],
  [
    'a list that grows at its front',
    (text) => Array.from(text).reduce<string[]>((all, one) => (all.unshift(one), all), []),
  ],
])('%s is detected', async (_, work) => {
  const half = '1'.repeat(TEXT_LENGTH / 2)
  const wholeText = '1'.repeat(TEXT_LENGTH)
  const countedPaths = ['linear.test.ts']
  expect(
    slowFilesIn(
      await stepsOf(countedPaths, () => work(wholeText)),
      await stepsOf(countedPaths, () => work(half)),
    ),
  ).not.toEqual([])
})

test('an instrumented expression matches what the engine matches', () => {
  const { exec } = countingRegExps()
  const patterns = [/a*?b/g, /(a|ab)(c|bcd)(d*)/, /(z)((a+)?(b+)?(c))*/, /(?=(a+))a*b\1/, /(?<!\$)\b\d+/gi]
  const moreExpressions = [
    /(?<=([ab]+)([bc]+))$/,
    /^a.c$/ms,
    /\p{L}+/u,
    /(?<y>\d{4})-(?<m>\d\d)/,
    /(a{2,3}?)(a*)/,
    /(a*)*?c/y,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns, ...moreExpressions),
      fc.string({ unit: fc.constantFrom(...'aabbcz$1', '2026-11', '\n', '𠮷', 'é', ' ') }),
      fc.nat(3),
      (pattern, text, from) => {
        const one = new RegExp(pattern)
        const builtIn = new RegExp(pattern)
        one.lastIndex = builtIn.lastIndex = from
        expect(exec(one, text)).toEqual(builtIn.exec(text))
        expect(one.lastIndex).toBe(builtIn.lastIndex)
      },
    ),
    runs(500),
  )
})
