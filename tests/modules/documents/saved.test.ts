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
const later = (ms: number) => setClock(() => new Date(Date.now() + ms))
const KEPT = { blanks: true, parties: false }
let named = 0
const fresh = () => `Ours ${++named}`
const save = (id: string, name = fresh(), keep = KEPT) =>
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
    const [ours, theirs] = answers.parties
    expect([ours!.name, theirs!.name].every(Boolean)).toBe(true)

    const plain = await find(await save(id))
    expect([plain.template, plain.answers.clauses, plain.answers.fields]).toEqual([
      template,
      answers.clauses,
      answers.fields,
    ])
    expect(plain.answers.parties.map(({ key, name, email }) => [key, name, email])).toEqual([
      [ours!.key, ours!.name, ours!.email],
      [theirs!.key, '', ''],
    ])
    const whole = await find(await save(id, fresh(), { blanks: true, parties: true }))
    expect(whole.answers).toEqual(answers)
    const bare = await find(await save(id, fresh(), { blanks: false, parties: false }))
    expect(bare.answers.fields).not.toEqual(answers.fields)
    expect(bare.answers.clauses).toEqual(answers.clauses)
  })

  test('is limited in number, even with concurrent saves, and deleted ones count', async () => {
    const { id } = await filledDraft(context.db, lin())
    const first = await save(id)
    await deleteSaved(context.db, lin(), first)
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => save(id)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(SAVES_PER_DOCUMENT - 1)
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason.code).toBe('TEMPLATE_SAVE_LIMIT')
    const page = await (await context.cast.lin.client.get(`/mgmt/${id}/save-as-template`)).text()
    expect(page).toContain('times, which is the limit')
    const refused = await context.cast.lin.client.post(`/mgmt/${id}/save-as-template`, { name: 'Once more' })
    expect([refused.status, (await refused.text()).includes('value="Once more"')]).toEqual([409, true])
  })

  test('with an existing or invalid name is reported at the field, and the typed text is kept', async () => {
    const { id } = await filledDraft(context.db, lin())
    await save(id, 'Supplier NDA')
    later(10 * SECOND)
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
    const saved = await find(await save(id, 'NDA for suppliers'))
    const before = await usesLeft()
    const [draft, again] = await Promise.all([
      draftFromSaved(context.db, lin(), saved.id),
      draftFromSaved(context.db, lin(), saved.id),
    ])
    expect(again).toBe(draft)
    const document = await findDocument(context.db, lin(), draft)
    expect([document.name, document.answers, document.template]).toEqual([
      saved.name,
      saved.answers,
      saved.template,
    ])
    expect(document.saved_template_id).toBe(saved.id)
    const spent = before.map(([kind, unused]) => [kind, kind === 'document_1' ? Number(unused) - 1 : unused])
    expect(await usesLeft()).toEqual(spent)
  })

  test('makes no draft if the package no longer includes its type', async () => {
    const saved = await save((await filledDraft(context.db, lin())).id)
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
      .where('id', '=', saved)
      .execute()
    const without = {
      ...lin(),
      permissions: lin().permissions.filter((one) => one !== ('template.type_2' as Permission)),
    }
    await expect(draftFromSaved(context.db, without, saved)).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_IN_PLAN',
    })
  })

  test('is renamed, deleted, restored within a day, and gone afterwards', async () => {
    const { id } = await filledDraft(context.db, lin())
    const saved = await save(id)
    await renameSaved(context.db, lin(), saved, 'Renamed')
    expect((await find(saved)).name).toBe('Renamed')
    const { client } = context.cast.lin
    const deleted = await client.post(`/mgmt/my-templates/${saved}/deletion`)
    const list = await (await client.get(deleted.headers.get('location')!)).text()
    expect(list).toContain('“Renamed” was deleted.')
    await save(id, 'Renamed')
    await expect(restoreSaved(context.db, lin(), saved)).rejects.toMatchObject({
      code: 'TEMPLATE_NAME_EXISTS',
    })
    later(23 * 3600 * SECOND)
    await deleteExpiredTemplates.now(context.db, {})
    await renameSaved(context.db, lin(), (await listed()).find(({ name }) => name === 'Renamed')!.id, 'Other')
    await restoreSaved(context.db, lin(), saved)
    await restoreSaved(context.db, lin(), saved)
    expect((await find(saved)).name).toBe('Renamed')
    await deleteSaved(context.db, lin(), saved)
    later(2 * DAY + 3600 * SECOND)
    await deleteExpiredTemplates.now(context.db, {})
    await expect(restoreSaved(context.db, lin(), saved)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is found by its name, page by page, and only by its team', async () => {
    for (let n = 0; n < 25; n++) await save((await filledDraft(context.db, lin())).id, `Paged ${n}`)
    const first = await listSaved(context.db, lin(), readSavedFilter({ keyword: 'paged' }))
    const second = await listSaved(
      context.db,
      lin(),
      readSavedFilter({ keyword: 'paged', after: first.next! }),
    )
    expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 5, null])
    const names = [...first.rows, ...second.rows].map(({ name }) => name)
    expect(new Set(names).size).toBe(25)
    const back = await listSaved(
      context.db,
      lin(),
      readSavedFilter({ keyword: 'paged', before: second.previous! }),
    )
    expect(back.rows).toEqual(first.rows)
    await save((await filledDraft(context.db, lin())).id, '標準服務協議 Ａ')
    const inScript = async () =>
      (await listSaved(context.db, lin(), readSavedFilter({ keyword: 'a 标准服务' }))).rows.length
    expect(await inScript()).toBe(1)
    const others = await listSaved(context.db, context.cast.hannah.viewer, readSavedFilter({}))
    expect(others.rows).toEqual([])
  })
})

const listed = async () => (await listSaved(context.db, lin(), readSavedFilter({}))).rows
