import { afterAll, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmationField } from '#assembly/confirmation/confirmation.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { startTranslation } from '#modules/documents/translation/translation.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { mirrored, startTranslator } from '#tests/stubs/translator.ts'
import { configure } from '#tests/support/configured.ts'
import { note } from '#tests/support/measured.ts'

const CLAUSES = 200

const context = setUpCast()
let translator: Awaited<ReturnType<typeof startTranslator>>

beforeAll(async () => {
  translator = await startTranslator()
  translator.connect()
})

afterAll(async () => {
  configure()
  await translator.close()
})

const lin = () => context.cast.lin.viewer
const find = (id: string) => findDocument(context.db, lin(), id)
const openIn = async (id: string) => assemble(await find(id)).open
const machineIn = async (id: string) => (await openIn(id)).filter(({ kind }) => kind === 'machine')

/** A complete draft with these Chinese clauses and their machine translations. */
async function translatedDraft(texts: string[]) {
  const { id } = await filledDraft(context.db, lin())
  const { template, version, answers: filledAnswers } = await find(id)
  const article = template.articles[1]!.id
  const answers = texts.reduce((so, text, n) => {
    const place = { id: `own-${n}`, article, after: n ? `own-${n - 1}` : null }
    return writeCustom(addClause(so, template, place), template, place.id, 'zh', text)
  }, filledAnswers)
  await saveAnswers(context.db, lin(), id, { version, answers })
  await startTranslation(context.db, lin(), id)
  await workWaitingJobs(context.db)
  return id
}

async function confirmAll(id: string, least: number) {
  const { template, version, answers } = await find(id)
  const points = (await machineIn(id)).slice(least)
  const confirmed = points.reduce((so, point) => confirmPoint(so, template, point), answers)
  await saveAnswers(context.db, lin(), id, { version, answers: confirmed })
}

const finalise = async (id: string, confirmations?: Record<string, string>) =>
  finaliseDocument(context.db, lin(), id, (await find(id)).version, confirmations)

test(`of ${CLAUSES} clauses with every tenth one wrong, none is finalised unread`, async () => {
  let requests = 0
  translator.translate = (words, system) =>
    mirrored(words, system).replace('agree', requests++ % 10 === 9 ? 'need not complete' : 'must complete')
  const texts = Array.from({ length: CLAUSES }, (_, n) => `第${n + 1}项须在${n + 2}日内完成。`)
  const id = await translatedDraft(texts)
  const points = await machineIn(id)
  expect(points.map(({ at }) => at)).toEqual(texts.map((_, n) => `own-${n}`))
  expect(await (await context.cast.lin.client.get(`/mgmt/${id}/translation`)).text()).toContain(
    `${CLAUSES} texts were translated by the AI service.`,
  )
  const unfinished = { code: 'REQUIRED_FIELDS_MISSING' }
  await expect(finalise(id)).rejects.toMatchObject({ ...unfinished, details: { count: points.length + 20 } })
  const mismatches = (await openIn(id)).filter(({ kind }) => kind === 'mismatch')
  note('machine translation', `${mismatches.length} of ${CLAUSES / 10} reversed duties found besides`)
  expect(mismatches).toHaveLength(CLAUSES / 10)
  // Confirms all translations that were read in the editor except the last one, and the differences in the
  // form.
  await confirmAll(id, 1)
  const differences = Object.fromEntries(mismatches.map((point) => [confirmationField(point), 'yes']))
  await expect(finalise(id, differences)).rejects.toMatchObject({ ...unfinished, details: { count: 1 } })
  const [lastText] = await machineIn(id)
  await finalise(id, { ...differences, [confirmationField(lastText!)]: 'yes' })
  const log = await listActions(context.db, id)
  const { meant } = log.at(-1)!.details as { meant: string }
  expect(meant).toContain(`machine translation at own-0: ${texts[0]}`)
})

test('a translation from the team’s memory needs no confirmation, because people confirmed it before', async () => {
  translator.translate = mirrored
  const firstDraft = await translatedDraft(['双方每年核对一次库存。'])
  expect(await machineIn(firstDraft)).toHaveLength(1)
  await confirmAll(firstDraft, 0)
  await finalise(firstDraft)
  expect(await machineIn(await translatedDraft(['双方每年核对一次库存。']))).toEqual([])
})

test('the risk summary lists the texts to confirm, and the editor stores no invented marks', async () => {
  const id = await translatedDraft(['双方每年核对一次设备。'])
  const { client } = context.cast.lin
  const page = await (await client.get(`/mgmt/${id}/risks`)).text()
  expect(page).toContain('Machine translation, not yet confirmed.')
  expect(page).toContain('双方每年核对一次设备。')
  const { version, answers } = await find(id)
  const form = { version, answers: { ...answers, machine: { 'constructor:x': 'a' } } }
  expect((await client.put(`/mgmt/${id}/answers`, form)).status).toBe(422)
})
