import { beforeAll, expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { chooseAlternative, dropClause, writeCustom } from '#assembly/edit.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

async function pageOf(id: string) {
  const html = await (await cast.lin.client.get(`/mgmt/${id}/risks`)).text()
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('the risk summary lists differences from the template in both languages, with the reasons', async () => {
  const { id, version } = await filledDraft(db, cast.lin.viewer)
  expect(await pageOf(id)).toContain('No statutory clauses are replaced.')

  const { answers, template } = await findDocument(db, cast.lin.viewer, id)
  const write = (now: Answers, clause: string, zh: string, en: string) => {
    const nextAnswers = writeCustom(writeCustom(now, template, clause, 'zh', zh), template, clause, 'en', en)
    delete nextAnswers.clauses[clause]!.stale
    return nextAnswers
  }
  let next = write(
    answers,
    'lawful-reports',
    '任何一方不得向主管机关报告。',
    'Neither Party may report to any authority.',
  )
  const point = assemble({ name: '', number: '', template, answers: next }).open[0]!
  next = confirmPoint(next, template, point, 'Agreed with outside counsel')
  next = dropClause(next, template, 'no-publicity')
  const choice = template.articles
    .flatMap(({ clauses }) => clauses)
    .find(({ alternatives, when }) => alternatives?.length && !when)!
  const [alternative] = choice.alternatives!
  next = chooseAlternative(next, template, choice.id, alternative!.id)
  await saveAnswers(db, cast.lin.viewer, id, { version, answers: next })

  const text = await pageOf(id)
  expect(text).toContain('Confirmed')
  expect(text).toContain('Reason: Agreed with outside counsel')
  expect(text).toContain('Neither Party may report to any authority.')
  expect(text).toContain('任何一方不得向主管机关报告。')
  expect(text).toContain('Dropped')
  expect(text).toContain(`“${alternative!.label.en_US}”`)
  expect(text).toContain(`“${alternative!.label.zh_CN}”`)
})

test('other teams cannot see the risk summary, and an imported PDF has none', async () => {
  const { id } = await filledDraft(db, cast.lin.viewer)
  expect((await cast.hannah.client.get(`/mgmt/${id}/risks`)).status).toBe(404)
  expect((await cast.lin.client.get('/mgmt/nothing/risks')).status).toBe(404)
})
