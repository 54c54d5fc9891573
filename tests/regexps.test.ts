// Alone: it records the regular expressions that modules create while loading.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/files.ts'
import { canResultFrom, regexpsIn } from './support/regexps/find.ts'
import { judge } from './support/regexps/judge.ts'
import { type Calls, expressionsOf } from './support/regexps/made.ts'
import { ALL_LARGE } from './support/runs.ts'

const HOUR = 3_600_000

/**
 * One expression per line, after its verdict. A long run of this file judges all expressions and rewrites the
 * list; other runs judge those that it lacks.
 */
const JUDGED = 'tests/golden/regexps.txt'
const wordingOf = (line: string) => line.slice(line.indexOf(' ') + 1)

/** Functions that create expressions and are called here. */
const CALLED: Calls = {
  'islands/editor/search/find.ts': (own: typeof import('#islands/editor/search/find.ts')) =>
    own.patternOf({ query: 'aa.a', matchCase: false }),
  'modules/accounts/password/common-passwords.ts': (
    own: typeof import('#modules/accounts/password/common-passwords.ts'),
  ) => own.weaknessOf('19991231'),
  'assembly/agreement/forum.ts': (own: typeof import('#assembly/agreement/forum.ts')) =>
    own.compareForum({ zh: '提交上海法院诉讼解决', en: 'settled by the court of Shanghai' }),
  'modules/site/agreements.ts': (own: typeof import('#modules/site/agreements.ts')) =>
    own.versionsOf('SERVICE_AGREEMENT'),
  'views/scripts/pdf-viewer/search.ts': (own: typeof import('#views/scripts/pdf-viewer/search.ts')) =>
    own.patternOf('a a.a a'),
}

/** Expressions that functions return which are not called here. */
const INSIDE: Record<string, RegExp[]> = {
  'src/db/cluster.ts': [/^postgres-making-(\d+)-/],
  'src/http/upload/multipart.ts': [/;\s*name="([^"]*)"/i],
}

/**
 * Expressions with quadratic time that only read a few characters, or undecided ones whose rounds read a
 * bounded number of characters.
 */
const SHORT_INPUTS: Record<string, string> = {
  '/\\B(?=(\\d{3})+$)/g': 'the digits of one number, at most 309',
  '/\\B(?=(\\d{3})+\\.)/g': 'the digits of an amount of money',
  '/\\b(?:borne|paid|provided|owned|performed|repaired|made|advanced|until [^,;.]{1,30}|and) by ([\ue000-\ue009])|\\b(?:belong to|remain with|vest in) ([\ue000-\ue009])/g':
    'not decided; from the beginning of a word it reads at most sixty characters',
  "/\\b(?:Party|Parties|Attorney|Principal|Company|you|Discloser|Recipient|Guarantor|the other)(?: (?!shall|may|must)[\\w']+){0,5}? (shall not|may not|must not|shall|must|may|is entitled to|has the right to)\\b/g":
    'not decided; from the beginning of a word it reads at most six words',
  '/(\\.\\d*?)0+$/': 'what toFixed(12) writes',
}

/**
 * Long expressions that take a minute each. They are judged in a long run of this file and by
 * tests/assembly/linear.test.ts.
 */
const LATER_FILES = ['assembly/numbers/quantities.ts', 'modules/printing/typeset/lines/opportunities.ts']

const expressions = sourceFiles(['src', 'assembly', 'modules', 'views', 'islands']).flatMap((file) =>
  regexpsIn(file),
)

/** Each expression with all the places where it is used. */
async function wordings(): Promise<Map<string, { regexp: RegExp; at: string[] }>> {
  const placesByExpression = new Map<string, { regexp: RegExp; at: string[] }>()
  const note = (regexp: RegExp, at: string) => {
    const knownPlaces = placesByExpression.get(String(regexp)) ?? { regexp, at: [] }
    placesByExpression.set(String(regexp), { regexp, at: [...knownPlaces.at, at] })
  }
  const composed = expressions.filter((one) => 'file' in one)
  for (const one of expressions) if ('regexp' in one) note(one.regexp, one.at)
  const places = Map.groupBy(composed, (one) => one.file)
  const loadedExpressions = await expressionsOf(
    [...places.keys()].filter((file) => !INSIDE[file]),
    CALLED,
  )
  for (const [file, its] of places) {
    if (!ALL_LARGE && LATER_FILES.includes(file)) continue
    const regexps = INSIDE[file] ?? loadedExpressions.get(file)!
    const at = its.map((place) => place.at).join(', ')
    for (const regexp of regexps) note(regexp, at)
    const unseen = its.filter(({ parts }) => !regexps.some((one) => canResultFrom(parts, one)))
    expect([file, unseen.map((place) => place.at)]).toEqual([file, []])
  }
  return placesByExpression
}

const objection = async (regexp: RegExp) => {
  const verdict = await judge(regexp)
  return typeof verdict === 'string' ? null : verdict.attack
}

test('no regular expression takes more than linear time', { timeout: HOUR }, async () => {
  const allExpressions = await wordings()
  expect(allExpressions.size).toBeGreaterThan(400)
  expect(Object.keys(SHORT_INPUTS).filter((wording) => !allExpressions.has(wording))).toEqual([])
  const knownVerdicts = new Set(readFileSync(JUDGED, 'utf8').split('\n').map(wordingOf))
  const lines: string[] = []
  const objections: string[] = []
  for (const [wording, { regexp, at }] of allExpressions) {
    if (wording in SHORT_INPUTS || (!ALL_LARGE && knownVerdicts.has(wording))) continue
    const verdict = await judge(regexp)
    if (typeof verdict === 'string') lines.push(`${verdict} ${wording}`)
    else objections.push(`${at.join(', ')}: ${wording} – ${verdict.attack}`)
  }
  if (ALL_LARGE) writeFileSync(JUDGED, `${lines.sort().join('\n')}\n`)
  expect(objections).toEqual([])
})

test.each([
  ['a loop in a loop', 'const x = /^(a+)+$/'],
  ['one that begins anywhere', 'const x = text.replace(/\\s+$/, "")'],
  ['spaces shared out in two ways', 'const x = <p>{/^1\\s*\\s*x/.test(text)}</p>'],
  ['one that looks ahead', 'const x = /\\d(?=\\d+$)/g'],
])('planted, %s is detected', async (_, text) => {
  const [planted] = regexpsIn('views/planted.tsx', `const one = 1\n${text}`)
  expect(planted?.at).toBe('views/planted.tsx:2')
  expect(planted && 'regexp' in planted && (await objection(planted.regexp))).toBeTruthy()
})

test('an expression of several parts is found, and is reported if no known one matches', () => {
  const [planted] = regexpsIn('src/planted.ts', 'const x = new RegExp(`^${base}-(\\\\d+)${end}$`)')
  const parts = planted && 'parts' in planted ? planted.parts : null
  expect(parts).toEqual(['^', '-(\\d+)', '$'])
  expect(canResultFrom(parts, /^a\/-(\d+)b$/)).toBe(true)
  expect(canResultFrom(parts, /^a-(\w+)b$/)).toBe(false)
})
