import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { renameDocument } from '#modules/documents/document.ts'
import { calledText } from '#modules/documents/drafts/entered-text.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import { listDocuments } from '#modules/documents/list/list.ts'
import { indexDocuments } from '#modules/documents/list/search-index.ts'
import { foldText, searchWords } from '#src/core/text/fold.ts'
import type { Db } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { caseCount } from '#tests/support/runs.ts'

const LONG = process.env.LONG === '1'
const DOCUMENT_COUNT = caseCount(400, 100_000)
const QUERIES = 200
/** The number of names whose first page of results is compared. */
const MAX_NAMES = LONG ? 100 : DOCUMENT_COUNT
/** One document fewer, because a match can be the draft from which all others were created. */
const MAX_COMPARED = MAX_NAMES - 1
const AT_ONCE = 10_000

/** The only equal spellings of the reference search. It replaces one by the other and nothing else. */
const EQUIVALENTS: [string, string][] = [
  ['勞動合約', '劳动合约'],
  ['陳先生', '陈先生'],
  ['公司與甲方', '公司与甲方'],
  ['框架協議', '框架协议'],
  ['採購', '采购'],
  ['（張偉）', '(张伟)'],
  ['Ｆｕｌｌｗｉｄｔｈ１２３', 'fullwidth123'],
  ['Müller', 'muller'],
  ['Ｌｏｔｕｓ', 'lotus'],
  ['CAFÉ', 'cafe'],
]
const PIECES = [
  ...EQUIVALENTS.flat(),
  'Straße',
  'strasse',
  '租赁',
  'Lease',
  'NDA',
  '2026',
  '保密',
  'ab',
  '之',
]

const BY_CHARACTER = new Map([
  ['ß', 'ss'],
  ...EQUIVALENTS.flatMap(([one, other]) => [...one].map(toOther(other))),
])

function toOther(other: string) {
  return (character: string, place: number): [string, string] => [character, [...other][place] ?? character]
}

const judged = (text: string) =>
  [...text]
    .map((one) => BY_CHARACTER.get(one) ?? one)
    .join('')
    .toLowerCase()

/** Pseudo-random numbers that repeat in each run. */
let seed = 7
const random = (max: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % max
}
const randomPiece = () => PIECES[random(PIECES.length)]!

let db: Db
let cast: Cast
let draft: string
const rows = Array.from({ length: DOCUMENT_COUNT }, (_, n) => ({
  name: `${randomPiece()} ${randomPiece()}${randomPiece()} ${n}`,
  number: `N-${n}-${randomPiece().slice(0, 3)}`,
  words: n % 3 ? '' : `${randomPiece()}\n${randomPiece()} ${randomPiece()}`,
}))

const names = new Set(rows.map(({ name }) => name))

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  draft = (await filledDraft(db, cast.lin.viewer)).id
  const folded = rows.map((row, n) => ({
    ...row,
    words: wordsOf(row.words),
    called: calledText(row),
    n,
  }))
  for (let start = 0; start < DOCUMENT_COUNT; start += AT_ONCE)
    await insert(folded.slice(start, start + AT_ONCE))
}, 600_000)

const insert = (some: unknown[]) =>
  sql`
    insert into documents.document (id, team_id, creator_id, name, number, status, template_code, template, answers,
      saved_by, created_at, updated_at, words, called)
    select gen_random_uuid(), team_id, creator_id, made.name, made.number, 'draft', template_code,
      '{"category": "services"}', '{}', saved_by, created_at, created_at - n * interval '1 minute', made.words,
      made.called
    from documents.document, jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as made(name text, number text, words text, called text, n int)
    where document.id = ${draft}`.execute(db)

async function allFound(keyword: string): Promise<string[]> {
  const names: string[] = []
  for (let newState = ''; ; ) {
    const filter = readFilter({ keyword, after: newState })
    const { rows: page, next } = await listDocuments(db, cast.lin.viewer, filter, 'zh_CN')
    names.push(...page.map(({ name }) => name))
    if (!next || names.length >= MAX_NAMES) return names
    newState = next
  }
}

/** A simple search in memory: the name, the number or the text must contain every word. */
function expectedIds(keyword: string): string[] {
  const words = judged(keyword).split(' ').filter(Boolean)
  return rows
    .filter((row) => {
      const texts = [row.name, row.number, ...row.words.split('\n')].map(judged)
      return words.every((word) => texts.some((text) => text.includes(word)))
    })
    .map(({ name }) => name)
    .slice(0, MAX_COMPARED)
}

const queries = Array.from({ length: QUERIES }, (_, n) =>
  Array.from({ length: 1 + (n % 3) }, () => {
    const piece = randomPiece()
    return n % 4 ? piece : piece.slice(random(piece.length), piece.length)
  })
    .filter(Boolean)
    .join(' '),
)

test('finds the same documents as a simple search in memory, before and after indexing', async () => {
  for (const indexed of [false, true]) {
    if (indexed) await indexDocuments.now(db, {})
    for (const keyword of queries) {
      const results = (await allFound(keyword)).filter((name) => names.has(name)).slice(0, MAX_COMPARED)
      expect([indexed, keyword, results]).toEqual([indexed, keyword, expectedIds(keyword)])
    }
  }
}, 3_600_000)

test('finds words in the name, the number or a party', async () => {
  await renameDocument(db, cast.lin.viewer, draft, { name: '勞動合同－陳先生', number: 'HR/7' })
  expect(await allFound('陈先生 hr/7')).toEqual(['勞動合同－陳先生'])
  expect(await allFound('劳动合同 Ｈｒ 陈')).toEqual(['勞動合同－陳先生'])
  expect(await allFound('劳动合同 采购 hr/7')).toEqual([])
})

test('folds texts that an earlier release or a program stored unfolded, and until then finds them as written', async () => {
  await sql`update documents.document set name = '採購框架協議（二）' where id = ${draft}`.execute(db)
  expect(await allFound('採購框架協議（二）')).toEqual(['採購框架協議（二）'])
  await indexDocuments.now(db, {})
  expect(await allFound('框架协议 采购 (二)')).toEqual(['採購框架協議（二）'])
})

test('folds both scripts, widths, accents, case and punctuation to one form, which folds to itself', () => {
  const alike = [
    ['發髮发', '发发发'],
    ['臺灣台湾', '台湾台湾'],
    ['Ｑｉｓｈｕ（１）', 'qishu(1)'],
    ['Łódź Ørsted ẞ ǅ', 'lodz orsted ss dz'],
    ['ﾄﾖﾀ', 'トヨタ'],
    ['“A”', '「a」'],
    ['买买提·阿', '買買提・阿'],
    ['ΟΔΟΣ', 'οδος'],
  ]
  for (const [one, other] of alike) expect(foldText(one!)).toBe(foldText(other!))
  expect(foldText('がか한하')).toBe('がか한하')
  for (const text of [...rows.flatMap(Object.values), ...alike.flat(), 'İıﬀ㎏\u00a0—'] as string[])
    expect(foldText(foldText(text))).toBe(foldText(text))
  expect(searchWords('  張偉　劳动 张 劳 ')).toEqual(['张伟', '劳动'].map(foldText))
})
