import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginBatch, cancelBatch, findBatch, storeRows } from '#modules/batches/batch.ts'
import { beginDrafts } from '#modules/batches/make-drafts.ts'
import { beginSending, sendDocuments, storeOrder } from '#modules/batches/send-documents.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { spendUsage, usesLeft } from '#modules/orders/index.ts'
import { signingOrder } from '#modules/signing/index.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { HOUR } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { consumeSigningPoints } from '#src/mail/mail-limits.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, SIGNATORIES } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let cast: Cast
let draft: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 200)
  draft = (await filledDraft(db, cast.lin.viewer)).id
})

const lin = () => cast.lin.viewer
const find = (id: string) => findBatch(db, lin(), id)
const signsLeft = async () => (await usesLeft(db, lin(), 'esign')).unused

type Row = Record<string, string>

const person = (n: number): Row => ({
  'party:b.signerName': `Person ${n}`,
  'party:b.legalRepresentative': `Person ${n}`,
  'party:b.email': `person-${n}@kestrel.example`,
})

/** Creates a batch whose rows all have a draft. */
async function draftBatch(rows: Row[]): Promise<string> {
  const id = await beginBatch(db, lin(), { draft })
  const numbered = rows.map((cells, n) => ({ number: n + 2, cells }))
  await storeRows(db, lin(), await find(id), { rows: numbered, ignored: [] })
  await beginDrafts(db, lin(), id)
  await workWaitingJobs(db)
  return id
}

const people = (count: number) => Array.from({ length: count }, (_, n) => person(n + 1))

const send = async (id: string) => {
  await beginSending(db, lin(), id, { locale: 'en_US' })
  await workUntilIdle(id)
}

/** Runs jobs until the batch is no longer being sent; waits for jobs that print files in between. */
async function workUntilIdle(id: string) {
  await workWaitingJobs(db)
  for (let n = 0; n < 20 && (await find(id)).state === 'sending'; n++) {
    await db.updateTable('batches.row').set({ tried_at: null }).where('batch_id', '=', id).execute()
    await sendDocuments.now(db, { id })
    await workWaitingJobs(db)
  }
}

const rowsOf = async (id: string) => (await find(id)).rows
const states = async (id: string) => (await rowsOf(id)).map(({ state }) => state)

const signingsOf = async (id: string) => {
  const ids = (await rowsOf(id)).map(({ document_id }) => document_id!)
  return db
    .selectFrom('signing.signing as signing')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select(['document_id', 'party', 'signatory.name', 'email', 'turn_order', 'signatory.state'])
    .where('document_id', 'in', ids)
    .orderBy('document_number')
    .orderBy('position')
    .execute()
}

test('all complete documents are finalised and sent in the chosen order, each with one e-signature', async () => {
  const id = await draftBatch(people(3))
  const countBefore = await signsLeft()
  const order = signingOrder.first(await find(id))
  const [firstParty, secondParty] = order.parties
  const boss = { name: 'Chen Lian', title: 'CEO', email: 'boss@lotus.example' }
  await storeOrder(db, lin(), id, {
    parties: [
      { ...firstParty!, turn: 2, person: boss },
      { ...secondParty!, turn: 1 },
    ],
    options: { days: 7, reminderDays: 1, message: 'Please sign' },
  })
  await send(id)
  expect(await states(id)).toEqual(['sent', 'sent', 'sent'])
  expect((await find(id)).state).toBe('sent')
  expect(countBefore - (await signsLeft())).toBe(3)
  const signatories = await signingsOf(id)
  expect(signatories.map(({ email, turn_order, state }) => [email, turn_order, state])).toEqual(
    [1, 2, 3].flatMap((n) => [
      [`person-${n}@kestrel.example`, 1, 'invited'],
      ['boss@lotus.example', 2, 'waiting'],
    ]),
  )
})

test('an incomplete document, or one without a person to invite, is left out and can be sent later', async () => {
  const id = await draftBatch([person(1), { ...person(2), 'party:b.email': 'chen@lotus.example' }, person(3)])
  const [, , thirdRow] = await rowsOf(id)
  const document = await findDocument(db, lin(), thirdRow!.document_id!)
  const { project: _, ...fields } = document.answers.fields
  const change = { version: document.version, answers: { ...document.answers, fields } }
  await saveAnswers(db, lin(), document.id, change)
  const page = await (await cast.lin.client.get(`/mgmt/batches/${id}/sending`)).text()
  expect(page).toContain('1 document is complete')
  expect(page).toContain('Incomplete: 1')
  expect(page).toContain('Signatories cannot be invited: 1')
  await send(id)
  expect(await states(id)).toEqual(['sent', 'drafted', 'drafted'])
  const settledDocument = await findDocument(db, lin(), document.id)
  await saveAnswers(db, lin(), document.id, { version: settledDocument.version, answers: document.answers })
  await send(id)
  expect(await states(id)).toEqual(['sent', 'drafted', 'sent'])
})

test('confirmations are requested once for all documents, and all of them are required', async () => {
  const { answers } = await findDocument(db, lin(), draft)
  const id = await beginBatch(db, lin(), { draft })
  const project = { zh: '样机开发，期限30日', en: 'development of a prototype within 60 days' }
  const changedValues = { ...answers, fields: { ...answers.fields, project } }
  await db
    .updateTable('batches.batch')
    .set({ answers: JSON.stringify(changedValues) } as never)
    .where('id', '=', id)
    .execute()
  const rows = people(2).map((cells, n) => ({ number: n + 2, cells }))
  await storeRows(db, lin(), await find(id), { rows, ignored: [] })
  await beginDrafts(db, lin(), id)
  await workWaitingJobs(db)
  const { client } = cast.lin
  const page = await (await client.get(`/mgmt/batches/${id}/sending`)).text()
  expect(page).toContain('2 documents are complete')
  expect(page).toContain('(2 documents)')
  await expect(beginSending(db, lin(), id, { locale: 'en_US' })).rejects.toMatchObject({
    code: 'BATCH_EMPTY',
  })
  const refusal = await client.post(`/mgmt/batches/${id}/sending`, {})
  expect([refusal.status, await refusal.text()]).toEqual([
    422,
    expect.stringContaining('Please confirm this point'),
  ])
  const names = [...page.matchAll(/type="checkbox"[^>]* name="([^"]+)"/g)].map(([, name]) => [name!, 'yes'])
  expect(names.length).toBeGreaterThan(0)
  const reviewed = /name="reviewed" value="([^"]+)"/.exec(page)![1]!
  await client.post(`/mgmt/batches/${id}/sending`, { ...Object.fromEntries(names), reviewed })
  await workUntilIdle(id)
  expect(await states(id)).toEqual(['sent', 'sent'])
})

test('only reviewed documents are sent: after a change in another tab the page is shown again', async () => {
  const id = await draftBatch(people(1))
  const { client } = cast.lin
  const path = `/mgmt/batches/${id}/sending`
  const reviewed = /name="reviewed" value="([^"]+)"/.exec(await (await client.get(path)).text())![1]!
  const { parties, options } = signingOrder.first(await find(id))
  await storeOrder(db, lin(), id, { parties, options: { ...options, days: 5 } })
  const refusal = await client.post(path, { reviewed })
  expect([refusal.status, await refusal.text()]).toEqual([
    422,
    expect.stringContaining('Something has changed since this page was shown'),
  ])
  const lateSending = beginSending(db, lin(), id, { locale: 'en_US', reviewedDigest: reviewed })
  await expect(lateSending).rejects.toMatchObject({ code: 'BATCH_STATUS_WRONG' })
  expect(await states(id)).toEqual(['drafted'])
})

test('a document in review is listed with its status and is not sent', async () => {
  const id = await draftBatch(people(2))
  const [firstRow] = await rowsOf(id)
  await db
    .updateTable('documents.document')
    .set({ status: 'in_review' })
    .where('id', '=', firstRow!.document_id)
    .execute()
  const page = await (await cast.lin.client.get(`/mgmt/batches/${id}/sending`)).text()
  expect(page).toContain('In review, or sent already: 1')
  await send(id)
  expect(await states(id)).toEqual(['drafted', 'sent'])
})

test('a signing order with mistakes is shown again with the entered values', async () => {
  const id = await draftBatch(people(1))
  const { client } = cast.lin
  const path = `/mgmt/batches/${id}/signing-order`
  const entered = { 'turn-a': '2', 'turn-b': '1', 'name-a': 'Chen', days: '91', reminderDays: '3' }
  const refusal = await client.post(path, { ...entered, message: 'See www.example.com' })
  const html = await refusal.text()
  expect(refusal.status).toBe(422)
  for (const words of [
    'Please enter a number from 1 to 90',
    'This field is required',
    'Please leave out links',
    'value="Chen"',
    'See www.example.com',
  ])
    expect(html).toContain(words)
  const response = await client.post(path, { ...entered, 'name-a': '', days: '90', message: '' })
  expect(response.headers.get('location')).toBe(`/mgmt/batches/${id}/sending`)
  expect((await find(id)).signing_order?.options.days).toBe(90)
})

test('a document keeps its own signature setting, and a finalised document is sent too', async () => {
  const id = await draftBatch(people(2))
  const [firstRow, secondRow] = await rowsOf(id)
  const { version } = await findDocument(db, lin(), firstRow!.document_id!)
  await finaliseDocument(db, lin(), firstRow!.document_id!, version)
  await workWaitingJobs(db)
  await storeSetting(db, lin(), firstRow!.document_id!, SIGNATORIES)
  await send(id)
  const emails = (await signingsOf(id)).map(({ document_id, email }) => [document_id, email])
  expect(emails.filter(([document]) => document === firstRow!.document_id).map(([, email]) => email)).toEqual(
    SIGNATORIES.map(({ email }) => email),
  )
  expect(emails).toContainEqual([secondRow!.document_id, 'person-2@kestrel.example'])
})

test('a document that fails during the sending is reported in its row and tried again', async () => {
  const id = await draftBatch(people(2))
  const [, secondRow] = await rowsOf(id)
  await beginSending(db, lin(), id, { locale: 'en_US' })
  const { version, answers } = await findDocument(db, lin(), secondRow!.document_id!)
  const { project: _, ...fields } = answers.fields
  await saveAnswers(db, lin(), secondRow!.document_id!, { version, answers: { ...answers, fields } })
  await workUntilIdle(id)
  expect(await states(id)).toEqual(['sent', 'unsent'])
  const page = await (await cast.lin.client.get(`/mgmt/batches/${id}`)).text()
  expect(page).toContain(translate('en_US')('common.error.DOCUMENT_CONFLICT'))
})

describe('a repeated job or request', () => {
  test('the job sends nothing twice when it is run again, or by two workers concurrently', async () => {
    const id = await draftBatch(people(3))
    const countBefore = await signsLeft()
    await beginSending(db, lin(), id, { locale: 'en_US' })
    await Promise.all([sendDocuments.now(db, { id }), sendDocuments.now(db, { id })])
    await workUntilIdle(id)
    await sendDocuments.now(db, { id })
    expect(await states(id)).toEqual(['sent', 'sent', 'sent'])
    expect(countBefore - (await signsLeft())).toBe(3)
    expect(await signingsOf(id)).toHaveLength(6)
  })

  test('a second click is refused while documents are sent, and later finds nothing to send', async () => {
    const id = await draftBatch(people(1))
    const results = await Promise.allSettled([
      beginSending(db, lin(), id, { locale: 'en_US' }),
      beginSending(db, lin(), id, { locale: 'en_US' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await workUntilIdle(id)
    await expect(beginSending(db, lin(), id, { locale: 'en_US' })).rejects.toMatchObject({
      code: 'BATCH_EMPTY',
    })
  })
})

test('stopping keeps sent and finalised documents, and the others can be sent later', async () => {
  const id = await draftBatch(people(3))
  await beginSending(db, lin(), id, { locale: 'en_US' })
  await cancelBatch(db, lin(), id)
  await workWaitingJobs(db)
  expect(await states(id)).toEqual(['drafted', 'drafted', 'drafted'])
  await send(id)
  expect(await states(id)).toEqual(['sent', 'sent', 'sent'])
})

describe('with the quotas of invitations', () => {
  countRequests(() => db)

  test('an unknown recipient of many documents is mentioned before the sending', async () => {
    const id = await draftBatch(people(51))
    const page = await (await cast.lin.client.get(`/mgmt/batches/${id}/sending`)).text()
    expect(page).toContain('chen@lotus.example is invited to 51 documents.')
    expect(page).not.toContain('person-1@kestrel.example is invited')
  })

  test('colleagues do not count, and documents over the quota are sent later', async () => {
    const boss = { name: 'Chen Lian', title: '', email: 'lin@example.com' }
    const id = await draftBatch(people(2))
    const { parties, options } = signingOrder.first(await find(id))
    const namedParties = parties.map((one) => (one.party === 'a' ? { ...one, person: boss } : one))
    await storeOrder(db, lin(), id, { parties: namedParties, options })
    for (const email of ['lin@example.com', 'person-2@kestrel.example'])
      for (let n = 0; n < 50; n++) await consumeSigningPoints(lin().teamId, email)
    await beginSending(db, lin(), id, { locale: 'en_US' })
    await workWaitingJobs(db)
    await db.updateTable('batches.row').set({ tried_at: null }).where('batch_id', '=', id).execute()
    await sendDocuments.now(db, { id })
    const delayed = await find(id)
    expect([delayed.state, delayed.problem]).toEqual(['sending', 'TOO_MANY_REQUESTS'])
    expect(delayed.resumes_at!.getTime()).toBeGreaterThan(Date.now() + 23 * HOUR)
    expect(await states(id)).toEqual(['sent', 'finalised'])
    const page = await (await cast.lin.client.get(`/mgmt/batches/${id}`)).text()
    expect(page).toContain('Sending continues automatically')
    await sql`delete from platform.rate_limit`.execute(db)
    await db.updateTable('batches.row').set({ tried_at: null }).where('batch_id', '=', id).execute()
    await sendDocuments.now(db, { id })
    expect(await states(id)).toEqual(['sent', 'sent'])
    expect(await find(id)).toMatchObject({ state: 'sent', problem: '', resumes_at: null })
  })
})

test('a batch that is stopped before its first document can be continued', async () => {
  const id = await draftBatch(people(2))
  await beginSending(db, lin(), id, { locale: 'en_US' })
  const { teamId } = lin()
  const company = db.selectFrom('accounts.team').select(['name', 'credit_code', 'address'])
  const previousState = await company.where('id', '=', teamId).executeTakeFirstOrThrow()
  const setCompany = (values: Partial<typeof previousState>) =>
    db.updateTable('accounts.team').set(values).where('id', '=', teamId).execute()
  await setCompany({ credit_code: '', address: '' })
  await workWaitingJobs(db)
  expect(await find(id)).toMatchObject({ state: 'held', problem: 'IDENTITY_INFO_MISSING' })
  expect(await states(id)).toEqual(['drafted', 'drafted'])
  await setCompany({ credit_code: previousState.credit_code, address: previousState.address })
  await send(id)
  expect(await states(id)).toEqual(['sent', 'sent'])
})

test('a member who may not finalise or sign sends nothing', async () => {
  const { viewer, client } = cast.zhou
  await db
    .updateTable('accounts.account')
    .set({ grants: ['document.create'] })
    .where('id', '=', viewer.id)
    .execute()
  const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
  const id = await beginBatch(db, viewer, { template: 'mutual-nda', languages })
  await storeRows(db, viewer, await findBatch(db, viewer, id), {
    rows: [{ number: 2, cells: {} }],
    ignored: [],
  })
  await beginDrafts(db, viewer, id)
  await workWaitingJobs(db)
  for (const step of ['signing-order', 'sending']) {
    const path = `/mgmt/batches/${id}/${step}`
    const answers = [await client.get(path), await client.post(path, { days: '30', reminderDays: '3' })]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  }
  expect(await (await client.get(`/mgmt/batches/${id}`)).text()).not.toContain('Finalise and send')
  expect((await findBatch(db, viewer, id)).rows.map(({ state }) => state)).toEqual(['drafted'])
})

test('nothing begins without enough e-signatures; if they run out, the batch stops and can be continued', async () => {
  const id = await draftBatch(people(2))
  const usesBefore = await signsLeft()
  const takeUses = (quantity: number, key: string) =>
    db
      .transaction()
      .execute((trx) =>
        spendUsage(trx, { teamId: lin().teamId, kind: 'esign', spentBy: lin().id, quantity, key }),
      )
  await takeUses(usesBefore - 2, `most ${id}`)
  await beginSending(db, lin(), id, { locale: 'en_US' })
  await takeUses(1, `one ${id}`)
  await workUntilIdle(id)
  expect(await find(id)).toMatchObject({ state: 'held', problem: 'USAGE_INSUFFICIENT' })
  expect((await states(id)).sort()).toEqual(['finalised', 'sent'])
  await expect(beginSending(db, lin(), id, { locale: 'en_US' })).rejects.toMatchObject({
    code: 'USAGE_INSUFFICIENT',
  })
})
