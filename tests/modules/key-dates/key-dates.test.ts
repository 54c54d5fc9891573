import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatDate } from '#assembly/numbers/dates.ts'
import { computeDates } from '#modules/key-dates/compute.ts'
import { remindTeam } from '#modules/key-dates/reminders.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { emit } from '#src/jobs/module-events.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { comingDate } from '#tests/cast/key-dates.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { filledDraft, finalisedDocument, signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'

const context = setUpCast()
const lin = () => context.cast.lin
const zhou = () => context.cast.zhou
const NEW = { label: '续约谈判', day: dayAhead(20), kind: 'notice', remind: '30' }

beforeEach(async () => {
  await context.db.deleteFrom('key_dates.key_date').execute()
  await context.db.deleteFrom('messaging.message').execute()
  await context.db.deleteFrom('platform.mail').execute()
})

const rowsOf = (documentId: string) =>
  context.db
    .selectFrom('key_dates.key_date')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('day')
    .orderBy('id')
    .execute()

const text = async (path: string, locale = 'en_US', client = lin().client) =>
  (await client.get(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)).text()

const waitingFor = async (documentId: string) =>
  (
    await sql`select from pgboss.job where name = 'key-dates' and data->>'documentId' = ${documentId}`.execute(
      context.db,
    )
  ).rows.length

describe('computed dates', () => {
  test('are computed once from the answers when all have signed, and are shown on the pages', async () => {
    const { db, documentId } = await signingDocument(context.db, lin().viewer)
    const signing = await db
      .selectFrom('signing.signing')
      .selectAll()
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    await emit(db, 'signing-ended', { signing: { ...signing, state: 'declined' }, signatories: [] })
    expect(await waitingFor(documentId)).toBe(0)
    await emit(db, 'signing-ended', { signing: { ...signing, state: 'completed' }, signatories: [] })
    expect(await waitingFor(documentId)).toBe(1)
    await computeDates.now(db, { documentId, signed: shanghaiDay() })
    await computeDates.now(db, { documentId, signed: shanghaiDay() })
    const rows = await rowsOf(documentId)
    expect(rows.map(({ source }) => source)).toEqual(['disclosure-end', 'secrecy-end'])
    expect(rows[0]).toMatchObject({ team_id: lin().viewer.teamId, created_by: null, done_at: null })
    expect(rows[0]!.label).toMatchObject({ en_US: 'End of the disclosure period', zh_CN: '披露期届满' })
    expect(await text('/mgmt/key-dates')).toContain('End of secrecy')
    expect(await text(`/mgmt/${documentId}/view-doc`, 'zh_CN')).toContain('保密期届满')
    expect(await text(`/mgmt/${documentId}/key-dates`, 'zh_TW')).toContain('保密期屆滿')
  })

  test('of a document signed on paper are computed on request, but not while it is being signed', async () => {
    const id = await finalisedDocument(context.db, lin().viewer)
    const future = await lin().client.post(`/mgmt/${id}/key-dates/paper`, { signed: dayAhead(1) })
    expect([future.status, fieldProblem(await future.text(), 'signed')]).toEqual([
      422,
      expect.stringMatching(/尚未到/),
    ])
    expect((await lin().client.post(`/mgmt/${id}/key-dates/paper`, { signed: '2026-02-30' })).status).toBe(
      422,
    )
    expect((await lin().client.post(`/mgmt/${id}/key-dates/paper`, { signed: '2016-01-04' })).status).toBe(
      303,
    )
    // Both dates were years ago, so no reminder is needed.
    expect((await rowsOf(id)).map(({ done_at }) => done_at !== null)).toEqual([true, true])
    const { documentId } = await signingDocument(context.db, lin().viewer)
    const refusal = await lin().client.post(`/mgmt/${documentId}/key-dates/paper`, { signed: '2026-01-05' })
    expect(refusal.status).toBe(409)
  })

  test('a template without dates uses those of the version in force', async () => {
    const id = await finalisedDocument(context.db, lin().viewer)
    const { template } = await context.db
      .selectFrom('documents.document')
      .select('template')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { dates: _, ...earlierTemplate } = template
    await context.db
      .updateTable('documents.document')
      .set({ template: JSON.stringify(earlierTemplate) })
      .where('id', '=', id)
      .execute()
    await computeDates.now(context.db, { documentId: id, signed: shanghaiDay() })
    expect(await rowsOf(id)).toHaveLength(2)
  })
})

describe('added dates', () => {
  test('are added to an imported PDF, changed, ticked off, opened again and removed', async () => {
    const id = await importedPdf(context.db, lin().viewer)
    const response = await lin().client.post(`/mgmt/${id}/key-dates`, NEW)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/mgmt/${id}/key-dates`])
    const [date] = await rowsOf(id)
    const path = `/mgmt/key-dates/${date!.id}`
    expect(await text(`/mgmt/${id}/my-docs-import-view`)).toContain('续约谈判')
    expect(await text(path)).toContain(NEW.day)
    expect((await lin().client.post(path, { ...NEW, day: '2031-03-01', remind: '' })).status).toBe(303)
    expect((await rowsOf(id))[0]).toMatchObject({
      day: '2031-03-01',
      remind: 14,
      label: { en_US: '续约谈判' },
    })
    expect(await text('/mgmt/key-dates')).toContain('March 2031')
    await lin().client.post(`${path}/tick`)
    const ticked = (await rowsOf(id))[0]!.done_at
    await lin().client.post(`${path}/tick`)
    expect((await rowsOf(id))[0]!.done_at).toEqual(ticked)
    expect(await text('/mgmt/key-dates')).not.toContain('续约谈判')
    expect(await text('/mgmt/key-dates?show=done')).toContain('续约谈判')
    await lin().client.post(`${path}/opening`)
    expect((await rowsOf(id))[0]!.done_at).toBeNull()
    expect(await text(`${path}/removal`)).toContain('“续约谈判” on 2031-03-01')
    expect((await lin().client.post(`${path}/removal`)).status).toBe(303)
    expect((await lin().client.post(`${path}/removal`)).status).toBe(404)
    expect(await rowsOf(id)).toEqual([])
  })

  test.each([
    ['label', { ...NEW, label: ' ' }],
    ['label', { ...NEW, label: 'x'.repeat(121) }],
    ['day', { ...NEW, day: '2026-02-30' }],
    ['day', { ...NEW, day: '0026-02-03' }],
    ['remind', { ...NEW, remind: '366' }],
    ['remind', { ...NEW, remind: 'soon' }],
    ['kind', { ...NEW, kind: 'birthday' }],
  ])('a faulty %s is said at its field, and nothing typed is lost', async (field, values) => {
    const id = await importedPdf(context.db, lin().viewer)
    const refusal = await lin().client.post(`/mgmt/${id}/key-dates`, values)
    const html = await refusal.text()
    expect([refusal.status, fieldProblem(html, field)]).toEqual([422, expect.any(String)])
    expect(html).toContain(field === 'label' ? values.day : values.label)
    expect(await rowsOf(id)).toEqual([])
  })

  test('cannot be added to drafts, and are at most a hundred', async () => {
    const draft = await filledDraft(context.db, lin().viewer)
    expect((await lin().client.post(`/mgmt/${draft.id}/key-dates`, NEW)).status).toBe(409)
    const { documentId, id } = await comingDate(context.db, lin().viewer)
    const [row] = await rowsOf(documentId)
    const moreDates = Array.from({ length: 99 }, () => ({
      ...row!,
      id: newId(),
      label: JSON.stringify(row!.label),
    }))
    await context.db.insertInto('key_dates.key_date').values(moreDates).execute()
    const refusal = await lin().client.post(`/mgmt/${documentId}/key-dates`, NEW)
    expect([refusal.status, await refusal.text()]).toEqual([409, expect.stringContaining('100')])
    expect(await rowsOf(documentId)).toHaveLength(100)
    expect(id).toBeTruthy()
  })

  test('a computed date keeps its name, and cannot be removed', async () => {
    const documentId = await finalisedDocument(context.db, lin().viewer)
    await computeDates.now(context.db, { documentId, signed: shanghaiDay() })
    const [date] = await rowsOf(documentId)
    const path = `/mgmt/key-dates/${date!.id}`
    const day = dayAhead(40)
    expect(
      (await lin().client.post(path, { label: 'Other', day, kind: 'payment', remind: '9' })).status,
    ).toBe(303)
    const changedDate = (await rowsOf(documentId)).find(({ id }) => id === date!.id)
    expect(changedDate).toMatchObject({ label: date!.label, kind: date!.kind, day, remind: 9 })
    expect(await text(`/mgmt/${documentId}/key-dates`)).toContain(`${date!.day} according to the contract`)
    expect((await lin().client.post(`${path}/removal`)).status).toBe(404)
  })
})

test('a colleague without access and another team see nothing; a reader changes nothing', async () => {
  const { documentId, id } = await comingDate(context.db, lin().viewer)
  for (const { client } of [zhou(), context.cast.hannah]) {
    for (const path of [`/mgmt/${documentId}/key-dates`, `/mgmt/key-dates/${id}/date.ics`])
      expect((await client.get(path)).status).toBe(404)
    expect(await (await client.get('/mgmt/key-dates')).text()).not.toContain('Renewal')
    expect(await (await client.get('/mgmt/key-dates/key-dates.ics')).text()).not.toContain('Renewal')
    for (const step of ['tick', 'removal'])
      expect((await client.post(`/mgmt/key-dates/${id}/${step}`)).status).toBeGreaterThanOrEqual(403)
  }
  expect(await rowsOf(documentId)).toMatchObject([{ done_at: null }])
})

test('the calendar file has whole days with stable names, folded lines and reminders', async () => {
  const { id, documentId } = await comingDate(context.db, lin().viewer)
  const label = JSON.stringify({ zh_CN: `结算，一；二,三;${'四'.repeat(60)}`, en_US: 'Settle; now, all' })
  await context.db.updateTable('key_dates.key_date').set({ label }).where('id', '=', id).execute()
  const answer = await lin().client.get(`/mgmt/key-dates/${id}/date.ics?locale=zh_CN`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await answer.text()
  expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const whole = file.replaceAll('\r\n ', '')
  expect(whole).toContain(`UID:${id}@`)
  expect(whole).toContain(`DTSTART;VALUE=DATE:${dayAhead(3).replaceAll('-', '')}`)
  expect(whole).toContain(`DTEND;VALUE=DATE:${dayAhead(4).replaceAll('-', '')}`)
  expect(whole).toContain(String.raw`结算，一；二\,三\;四四`)
  expect(whole).toContain('TRIGGER:-P14D')
  expect(whole).toContain(`/mgmt/${documentId}/key-dates`)
  expect(formatDate(dayAhead(3), 'en')).toBeTruthy()
})

describe('reminders', () => {
  const remind = () => remindTeam.now(context.db, { teamId: lin().viewer.teamId })
  const messages = () =>
    context.db.selectFrom('messaging.message').select(['account_id', 'kind', 'facts', 'path']).execute()

  test('one for all coming dates is sent exactly once, as message and mail', async () => {
    const { documentId } = await comingDate(context.db, lin().viewer)
    await comingDate(context.db, lin().viewer, 10)
    await comingDate(context.db, lin().viewer, 15)
    await comingDate(context.db, lin().viewer, -1)
    await Promise.all([remind(), remind()])
    await remind()
    expect(await messages()).toMatchObject([
      {
        account_id: lin().viewer.id,
        kind: 'datesDue',
        path: '/mgmt/key-dates',
        facts: { day: dayAhead(3), more: '1' },
      },
    ])
    const mails = await mailsTo(context.db, lin().viewer.email!)
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails[0])).toContain(`/mgmt/${documentId}/key-dates`)
  })

  test('none for ticked dates, deleted documents and changed settings; a moved date gets another one', async () => {
    const ticked = await comingDate(context.db, lin().viewer)
    await lin().client.post(`/mgmt/key-dates/${ticked.id}/tick`)
    const deletedImport = await importedPdf(context.db, lin().viewer)
    await lin().client.post(`/mgmt/${deletedImport}/key-dates`, NEW)
    await context.db
      .updateTable('documents.document')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedImport)
      .execute()
    await remind()
    expect(await messages()).toEqual([])
    const { id } = await comingDate(context.db, lin().viewer)
    await remind()
    const label = { label: 'Renewal', kind: 'notice', remind: '14' }
    await lin().client.post(`/mgmt/key-dates/${id}`, { ...label, day: dayAhead(3) })
    await remind()
    expect(await messages()).toHaveLength(1)
    await lin().client.post(`/mgmt/key-dates/${id}`, { ...label, day: dayAhead(5) })
    await remind()
    expect(await messages()).toHaveLength(2)
  })

  test('go to people who see all documents if the creator has left', async () => {
    const { documentId } = await comingDate(context.db, lin().viewer)
    await context.db
      .updateTable('documents.document')
      .set({ creator_id: context.cast.hannah.viewer.id })
      .where('id', '=', documentId)
      .execute()
    await context.db.updateTable('key_dates.key_date').set({ created_by: zhou().viewer.id }).execute()
    await remind()
    // Zhou may not see documents of colleagues.
    expect((await messages()).map(({ account_id }) => account_id)).toEqual([lin().viewer.id])
  })
})
