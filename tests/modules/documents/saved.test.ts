import { afterEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { findDocument } from '#modules/documents/index.ts'
import { listSaved, readSavedFilter } from '#modules/documents/saved/list.ts'
import {
  deleteExpiredTemplates,
  deleteSaved,
  draftFromSaved,
  findSaved,
  renameSaved,
  restoreSaved,
  SAVES_PER_DOCUMENT,
  saveAsTemplate,
} from '#modules/documents/saved/saved-template.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { DAY, SECOND, setClock } from '#src/core/clock.ts'
import type { Permission } from '#src/core/viewer.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
afterEach(() => setClock(null))

const lin = () => context.cast.lin.viewer
const moveClock = (ms: number) => setClock(() => new Date(Date.now() + ms))
const SAVE_OPTIONS = { blanks: true, parties: false }
let nameCount = 0
const fresh = () => `Ours ${++nameCount}`
const save = (id: string, name = fresh(), keep = SAVE_OPTIONS) =>
  saveAsTemplate(context.db, lin(), id, { name, ...keep })
const find = (id: string) => findSaved(context.db, lin(), id)
const usesLeft = async () => {
  const lines = await usageSummary(context.db, lin())
  return lines.map(({ kind, unused }) => [kind, unused])
}

describe('a document saved as a template', () => {
  test('keeps its text, its blanks and our own party; details of the others only on request', async () => {
    const id = await finalisedDocument(context.db, lin())
    const { answers, template } = await findDocument(context.db, lin(), id)
    const [ourParty, otherParty] = answers.parties
    expect([ourParty!.name, otherParty!.name].every(Boolean)).toBe(true)

    const plainTemplate = await find(await save(id))
    expect([plainTemplate.template, plainTemplate.answers.clauses, plainTemplate.answers.fields]).toEqual([
      template,
      answers.clauses,
      answers.fields,
    ])
    expect(plainTemplate.answers.parties.map(({ key, name, email }) => [key, name, email])).toEqual([
      [ourParty!.key, ourParty!.name, ourParty!.email],
      [otherParty!.key, '', ''],
    ])
    const wholeTemplate = await find(await save(id, fresh(), { blanks: true, parties: true }))
    expect(wholeTemplate.answers).toEqual(answers)
    const bare = await find(await save(id, fresh(), { blanks: false, parties: false }))
    expect(bare.answers.fields).not.toEqual(answers.fields)
    expect(bare.answers.clauses).toEqual(answers.clauses)
  })

  test('is limited in number, even with concurrent saves, and deleted ones count', async () => {
    const { id } = await filledDraft(context.db, lin())
    const firstId = await save(id)
    await deleteSaved(context.db, lin(), firstId)
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => save(id)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(SAVES_PER_DOCUMENT - 1)
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason.code).toBe('TEMPLATE_SAVE_LIMIT')
    const page = await (await context.cast.lin.client.get(`/mgmt/${id}/save-as-template`)).text()
    expect(page).toContain('times, which is the limit')
    const refusal = await context.cast.lin.client.post(`/mgmt/${id}/save-as-template`, { name: 'Once more' })
    expect([refusal.status, (await refusal.text()).includes('value="Once more"')]).toEqual([409, true])
  })

  test('with an existing or invalid name is reported at the field, and the typed text is kept', async () => {
    const { id } = await filledDraft(context.db, lin())
    await save(id, 'Supplier NDA')
    moveClock(10 * SECOND)
    const { client } = context.cast.lin
    for (const [name, status, words] of [
      ['supplier nda', 409, 'You already have a template with this name'],
      ['a/b', 422, 'A name must not contain'],
      ['', 422, 'This field is required'],
    ] as const) {
      const answer = await client.post(`/mgmt/${id}/save-as-template`, { name, parties: 'yes' })
      const html = await answer.text()
      expect([name, answer.status, html.includes(words)]).toEqual([name, status, true])
      expect(html).toMatch(new RegExp(`id="name"[^>]*value="${name}"|value="${name}"[^>]*id="name"`))
      expect(html).toMatch(/name="parties"[^>]*checked|checked[^>]*name="parties"/)
    }
  })

  test('is saved once by two clicks', async () => {
    const { id } = await filledDraft(context.db, lin())
    const [one, other] = await Promise.all([save(id, 'Clicked twice'), save(id, 'Clicked twice')])
    expect(one).toBe(other)
  })
})

describe('a saved template', () => {
  test('makes a draft with its text for one use, with a link back; two clicks make one draft', async () => {
    const id = await finalisedDocument(context.db, lin())
    const savedTemplate = await find(await save(id, 'NDA for suppliers'))
    const countBefore = await usesLeft()
    const [draft, again] = await Promise.all([
      draftFromSaved(context.db, lin(), savedTemplate.id),
      draftFromSaved(context.db, lin(), savedTemplate.id),
    ])
    expect(again).toBe(draft)
    const document = await findDocument(context.db, lin(), draft)
    expect([document.name, document.answers, document.template]).toEqual([
      savedTemplate.name,
      savedTemplate.answers,
      savedTemplate.template,
    ])
    expect(document.saved_template_id).toBe(savedTemplate.id)
    const spent = countBefore.map(([kind, unused]) => [
      kind,
      kind === 'document_1' ? Number(unused) - 1 : unused,
    ])
    expect(await usesLeft()).toEqual(spent)
  })

  test('makes no draft if the package no longer includes its type', async () => {
    const savedId = await save((await filledDraft(context.db, lin())).id)
    await context.db
      .updateTable('documents.saved_template')
      .set((eb) => ({
        template: eb.cast<string>(
          eb.fn('jsonb_set', [
            eb.fn('jsonb_set', ['template', eb.val('{feeCategory}'), eb.val('"paid"')]),
            eb.val('{type}'),
            eb.val('"II"'),
          ]),
          'jsonb',
        ),
      }))
      .where('id', '=', savedId)
      .execute()
    const valuesWithout = {
      ...lin(),
      permissions: lin().permissions.filter((one) => one !== ('template.type_2' as Permission)),
    }
    await expect(draftFromSaved(context.db, valuesWithout, savedId)).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_IN_PLAN',
    })
  })

  test('is renamed, deleted, restored within a day, and gone afterwards', async () => {
    const { id } = await filledDraft(context.db, lin())
    const savedId = await save(id)
    await renameSaved(context.db, lin(), savedId, 'Renamed')
    expect((await find(savedId)).name).toBe('Renamed')
    const { client } = context.cast.lin
    const deletion = await client.post(`/mgmt/my-templates/${savedId}/deletion`)
    const list = await (await client.get(deletion.headers.get('location')!)).text()
    expect(list).toContain('“Renamed” was deleted.')
    await save(id, 'Renamed')
    await expect(restoreSaved(context.db, lin(), savedId)).rejects.toMatchObject({
      code: 'TEMPLATE_NAME_EXISTS',
    })
    moveClock(23 * 3600 * SECOND)
    await deleteExpiredTemplates.now(context.db, {})
    await renameSaved(
      context.db,
      lin(),
      (await listTemplates()).find(({ name }) => name === 'Renamed')!.id,
      'Other',
    )
    await restoreSaved(context.db, lin(), savedId)
    await restoreSaved(context.db, lin(), savedId)
    expect((await find(savedId)).name).toBe('Renamed')
    await deleteSaved(context.db, lin(), savedId)
    moveClock(2 * DAY + 3600 * SECOND)
    await deleteExpiredTemplates.now(context.db, {})
    await expect(restoreSaved(context.db, lin(), savedId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is found by its name, page by page, and only by its team', async () => {
    for (let n = 0; n < 25; n++) await save((await filledDraft(context.db, lin())).id, `Paged ${n}`)
    const firstPage = await listSaved(context.db, lin(), readSavedFilter({ keyword: 'paged' }))
    const secondPage = await listSaved(
      context.db,
      lin(),
      readSavedFilter({ keyword: 'paged', after: firstPage.next! }),
    )
    expect([firstPage.rows.length, secondPage.rows.length, secondPage.next]).toEqual([20, 5, null])
    const names = [...firstPage.rows, ...secondPage.rows].map(({ name }) => name)
    expect(new Set(names).size).toBe(25)
    const back = await listSaved(
      context.db,
      lin(),
      readSavedFilter({ keyword: 'paged', before: secondPage.previous! }),
    )
    expect(back.rows).toEqual(firstPage.rows)
    await save((await filledDraft(context.db, lin())).id, '標準服務協議 Ａ')
    const inScript = async () =>
      (await listSaved(context.db, lin(), readSavedFilter({ keyword: 'a 标准服务' }))).rows.length
    expect(await inScript()).toBe(1)
    const otherTemplates = await listSaved(context.db, context.cast.hannah.viewer, readSavedFilter({}))
    expect(otherTemplates.rows).toEqual([])
  })
})

const listTemplates = async () => (await listSaved(context.db, lin(), readSavedFilter({}))).rows
