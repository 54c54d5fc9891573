import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { readAnswer } from '#modules/documents/second-reading/opinion.ts'
import { pairsOf } from '#modules/documents/second-reading/pairs.ts'
import {
  cancelReading,
  latestReading,
  startReading,
} from '#modules/documents/second-reading/second-reading.ts'
import { startTranslation } from '#modules/documents/translation/translation.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { startTranslator } from '#tests/stubs/translator.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { configure } from '#tests/support/configured.ts'
import { note } from '#tests/support/measured.ts'

const context = setUpCast()
let translator: Awaited<ReturnType<typeof startTranslator>>

beforeAll(async () => {
  translator = await startTranslator()
  atTheEnd(translator.close)
})
beforeEach(() => translator.connect())
afterEach(() => {
  translator.gateway.mood = 'up'
  translator.ending = 'done'
  translator.requests.length = 0
  configure()
})

const lin = () => context.cast.lin.viewer
const find = (id: string) => findDocument(context.db, lin(), id)
const start = (id: string) => startReading(context.db, lin(), id)
const work = () => workWaitingJobs(context.db)
const pageOf = async (id: string) => (await context.cast.lin.client.get(`/mgmt/${id}/second-reading`)).text()
const doubtsIn = async (id: string) =>
  assemble(await find(id)).open.filter(({ check }) => check === 'reading')

async function readAgain(id: string) {
  await start(id)
  await work()
}

type Pair = [zh: string, en: string]

const clauseId = (n: number) => `own-${n}`

/** A complete draft with these clauses in both languages. */
async function draftWith(pairs: Pair[]) {
  const { id } = await filledDraft(context.db, lin())
  const { template, version, answers: filledAnswers } = await find(id)
  const article = template.articles[1]!.id
  let answers = filledAnswers
  for (const [n, [zh, en]] of pairs.entries()) {
    const clause = clauseId(n)
    answers = addClause(answers, template, { id: clause, article, after: n ? clauseId(n - 1) : null })
    answers = writeCustom(answers, template, clause, 'zh', zh)
    answers = writeCustom(answers, template, clause, 'en', en)
  }
  const settledAnswers = Object.fromEntries(
    pairs.map((_pair, n) => [clauseId(n), { custom: answers.clauses[clauseId(n)]!.custom! }]),
  )
  const clauses = { ...answers.clauses, ...settledAnswers }
  await saveAnswers(context.db, lin(), id, { version, answers: { ...answers, clauses } })
  return id
}

const edit = async (id: string, clause: string, en: string) => {
  const { template, version, answers } = await find(id)
  const edited = writeCustom(answers, template, clause, 'en', en)
  const { stale: _, ...rest } = edited.clauses[clause]!
  const settledAnswers = { ...edited, clauses: { ...edited.clauses, [clause]: rest } }
  await saveAnswers(context.db, lin(), id, { version, answers: settledAnswers })
}

const PAIRS: Pair[] = [
  ['{party:a}每月对账一次。', '{party:a} shall reconcile accounts monthly.'],
  ['样品由{party:b}保管。', 'Samples are kept by {party:b}.'],
  ['双方每年会面。', 'The Parties meet once a year in Shanghai.'],
]

const differing = (zh: string, en: string) => JSON.stringify({ answer: 'different', zh, en })

describe('an answer of the language model', () => {
  const pair = { zh: '⟦0⟧每月对账一次。', en: '⟦0⟧ shall reconcile accounts yearly.' }

  test('counts if it quotes both texts exactly', () => {
    const quotes = { answer: 'different', zh: '每月', en: 'yearly' }
    expect(readAnswer(differing('每月', 'yearly'), pair)).toEqual(quotes)
    expect(readAnswer(`\`\`\`json\n${differing('每月', 'yearly')}\n\`\`\``, pair)).toEqual(quotes)
    expect(readAnswer(differing('', 'yearly'), pair)).toEqual({ ...quotes, zh: '' })
    expect(readAnswer(differing('⟦0⟧每月', 'yearly'), pair)).toEqual({ ...quotes, zh: '…每月' })
  })

  test('does not count if it quotes nothing, or words that are not in the text', () => {
    for (const [zh, en] of [
      ['每年', 'yearly'],
      ['每月', 'Yearly'],
      ['', ' '],
    ] as Pair[])
      expect([zh, en, readAnswer(differing(zh, en), pair)]).toEqual([zh, en, null])
    for (const text of ['', 'different', '{"answer":"different"}', '{"answer":"maybe"}', '{"answer":'])
      expect([text, readAnswer(text, pair)]).toEqual([text, null])
  })

  test('may be that the model is unsure', () => {
    expect(readAnswer('{"answer":"cannot tell"}', pair)).toEqual({ answer: 'unclear' })
    expect(readAnswer('{"answer":"same"}', pair)).toEqual({ answer: 'same' })
  })
})

describe('a second reading', () => {
  test('sends one question for each pair, and adds each doubt as a point to check', async () => {
    const id = await draftWith(PAIRS)
    translator.translate = (words) =>
      words.includes('Shanghai') ? differing('每年会面', 'in Shanghai') : '{"answer":"same"}'
    const previousState = await find(id)
    const ownPairs = pairsOf(previousState).length
    expect(await pageOf(id)).toContain(`${ownPairs} texts are sent to the AI service in both languages`)
    await readAgain(id)
    expect(translator.requests).toHaveLength(ownPairs)
    const [firstRequest] = translator.requests.filter(({ words }) => words.includes('对账'))
    expect(firstRequest!.words).toBe(
      '<zh>⟦0⟧每月对账一次。</zh>\n<en>⟦0⟧ shall reconcile accounts monthly.</en>',
    )
    const [doubt, ...otherDoubts] = await doubtsIn(id)
    expect(otherDoubts).toEqual([])
    expect(doubt).toMatchObject({
      at: 'own-2',
      grade: 'look',
      detail: { zh: '每年会面', en: 'in Shanghai' },
    })
    const newState = await find(id)
    expect({ ...newState.answers, doubted: undefined }).toEqual({
      ...previousState.answers,
      doubted: undefined,
    })
    const page = await pageOf(id)
    expect(page).toContain('Chinese: 每年会面; English: in Shanghai')
    expect(page).toContain('All texts have already been read in their current form.')
    const log = await listActions(context.db, id)
    expect([log.at(-1)!.action, log.at(-1)!.details]).toEqual([
      'second-reading',
      { texts: ownPairs, doubts: 1 },
    ])
    note('second reading', `${ownPairs} pairs, one question each; 1 of 1 doubts shown`)
  })

  test('a doubt ends when the text is changed, and when a person confirms it', async () => {
    const id = await draftWith(PAIRS)
    translator.translate = (words) =>
      words.includes('monthly')
        ? differing('每月', 'monthly')
        : words.includes('Samples')
          ? differing('保管', 'kept')
          : '{"answer":"same"}'
    await readAgain(id)
    expect(await doubtsIn(id)).toHaveLength(2)
    await edit(id, 'own-0', 'Each month {party:a} shall reconcile accounts.')
    expect((await doubtsIn(id)).map(({ at }) => at)).toEqual(['own-1'])
    const { template, version, answers } = await find(id)
    const [doubt] = await doubtsIn(id)
    await saveAnswers(context.db, lin(), id, { version, answers: confirmPoint(answers, template, doubt!) })
    expect(await doubtsIn(id)).toEqual([])
    translator.requests.length = 0
    await readAgain(id)
    expect(translator.requests.map(({ words }) => words)).toEqual([
      '<zh>⟦0⟧每月对账一次。</zh>\n<en>Each month ⟦0⟧ shall reconcile accounts.</en>',
    ])
  })

  test('stores nothing from an answer that quotes other words, and shows that the model is unsure', async () => {
    const id = await draftWith(PAIRS)
    translator.translate = () => differing('乙方应当赔偿', 'shall indemnify')
    await readAgain(id)
    expect(await doubtsIn(id)).toEqual([])
    const reading = await latestReading(context.db, id)
    expect(new Set(Object.values(reading!.opinions).map(({ answer }) => answer))).toEqual(
      new Set(['unclear']),
    )
    expect(translator.requests).toHaveLength(2 * reading!.total)
    expect(await pageOf(id)).toContain('It could not decide')
  })

  test('changes nothing if the service is unavailable, and keeps earlier results', async () => {
    const id = await draftWith(PAIRS)
    translator.gateway.mood = 'down'
    const { version } = await find(id)
    await readAgain(id)
    expect((await latestReading(context.db, id))!.state).toBe('failed')
    expect((await find(id)).version).toBe(version)
    expect(await pageOf(id)).toContain('The second reading was interrupted.')
    translator.gateway.mood = 'up'
    translator.translate = () => '{"answer":"same"}'
    await readAgain(id)
    expect((await latestReading(context.db, id))!.state).toBe('done')
  })

  test('does not doubt a text that is changed during the reading', async () => {
    const id = await draftWith(PAIRS)
    translator.translate = (words) =>
      words.includes('Shanghai') ? differing('每年会面', 'in Shanghai') : '{"answer":"same"}'
    await start(id)
    await edit(id, 'own-2', 'The Parties meet once a year.')
    await work()
    expect(await doubtsIn(id)).toEqual([])
  })
})

describe('a second reading is refused', () => {
  test('twice concurrently, while translating, for another team, and without new texts', async () => {
    const id = await draftWith(PAIRS)
    translator.translate = () => '{"answer":"same"}'
    const results = await Promise.allSettled([start(id), start(id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(start(id)).rejects.toMatchObject({ code: 'READING_IN_PROGRESS' })
    await work()
    await expect(start(id)).rejects.toMatchObject({ code: 'READING_STATUS_WRONG' })
    const otherId = await draftWith(PAIRS)
    await startTranslation(context.db, lin(), otherId, true)
    await expect(start(otherId)).rejects.toMatchObject({ code: 'TRANSLATION_IN_PROGRESS' })
    await expect(startReading(context.db, context.cast.zhou.viewer, otherId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await work()
  })

  test('without a service, which the page explains', async () => {
    const id = await draftWith(PAIRS)
    configure()
    expect(await pageOf(id)).toContain('No AI service is connected.')
    await expect(start(id)).rejects.toMatchObject({ code: 'READING_STATUS_WRONG' })
  })

  test('for an outdated list of texts; a cancelled reading changes nothing', async () => {
    const id = await draftWith(PAIRS)
    const { version } = await find(id)
    await edit(id, 'own-0', 'Accounts are reconciled monthly.')
    const answer = await context.cast.lin.client.post(`/mgmt/${id}/second-reading`, { version: `${version}` })
    expect(answer.headers.get('location')).toBe(`/mgmt/${id}/second-reading?outdated=yes`)
    expect(await latestReading(context.db, id)).toBeUndefined()
    await start(id)
    await cancelReading(context.db, lin(), id)
    await work()
    expect(translator.requests).toEqual([])
    expect(await pageOf(id)).toContain('The second reading was cancelled')
  })
})
