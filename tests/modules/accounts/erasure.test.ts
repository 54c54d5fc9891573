import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repeatErasure } from '#modules/accounts/erasure.ts'
import { findViewer, logAccountAction } from '#modules/accounts/index.ts'
import { issueInvoice, refuseInvoice } from '#modules/orders/invoices/desk-invoice.ts'
import { requestInvoice } from '#modules/orders/invoices/invoice.ts'
import { readInvoice } from '#modules/orders/invoices/invoice-form.ts'
import { reverseInvoice } from '#modules/orders/invoices/invoice-reversal.ts'
import '#src/app/events.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { authoriseTeam } from '#tests/cast/authorisation.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy } from '#tests/cast/orders.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { completedDocument } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const WHY = 'Called back on the number of the account'
const pathOf = (id: string) => `/desk/accounts/${id}`
const erase = (id: string, confirmation: string, ground = WHY) =>
  cast.ruo.client.post(`${pathOf(id)}/erasure`, { confirmation, ground })
const rowOf = (id: string) =>
  db.selectFrom('accounts.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Every text in the database, in all tables except the append-only mails. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
      and table_schema || '.' || table_name <> 'platform.mail'`.execute(db)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      sql<{ all: string }>`select coalesce(string_agg(t::text, ' '), '') as all
      from ${sql.table(name)} t`.execute(db),
    ),
  )
  return texts.map(({ rows }) => rows[0]!.all).join('\n')
}

afterEach(() => setClock(null))

describe('erasing an account at its owner’s request', () => {
  let id: string
  let client: Awaited<ReturnType<typeof newcomer>>
  let number = 0
  let email: string
  let username: string

  test('keeps the orders and issued invoices without the name and address', async () => {
    const viewer = (await findViewer(db, id))!
    const form = readInvoice({ kind: 'ordinary', titleKind: 'individual', title: 'Books', email })
    const invoices = () =>
      db
        .selectFrom('orders.invoice')
        .select(['id', 'state', 'email', 'title'])
        .where('asked_by', '=', id)
        .orderBy('id')
        .execute()
    const requestCode = async () => {
      const bought = await buy(db, viewer, 'single_esign', { period: 'once' })
      if (form.ok) await requestInvoice(db, viewer, bought.id, form.output)
      return (await invoices()).at(-1)!.id
    }
    const issued = await requestCode()
    const refusal = await requestCode()
    await requestCode()
    const file = {
      number: '26310000000000000077',
      issuedAt: new Date(),
      files: { pdf: new TextEncoder().encode('%PDF-') },
    }
    await issueInvoice(db, cast.ruo.viewer, issued, file)
    await refuseInvoice(db, cast.ruo.viewer, refusal, 'x')
    expect((await erase(id, username)).status).toBe(303)
    expect(await invoices()).toEqual([{ id: issued, state: 'issued', email: '', title: 'Books' }])
    const names = db.selectFrom('orders.order').select('buyer_name').where('account_id', '=', id)
    expect((await names.execute()).map(({ buyer_name }) => buyer_name)).toEqual(['–', '–', '–'])
    const redLetter = { number: '26310000000000000092', files: {}, reason: 'x' }
    await reverseInvoice(db, cast.ruo.viewer, issued, redLetter)
    const mails = db.selectFrom('platform.mail').select('id').where('recipient', '=', '')
    expect(await mails.execute()).toEqual([])
  })

  beforeEach(async () => {
    email = `vanishing${++number}@kestrel.example`
    client = await newcomer(db, email)
    const row = await db
      .selectFrom('accounts.account')
      .select(['id', 'username'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    id = row.id
    username = row.username
  })

  test('removes every trace of the identity and ends the sessions', async () => {
    const profile = {
      version: '1',
      name: 'Quirin Zabel',
      department: 'Quantenabteilung',
      position: 'Chefquant',
    }
    await client.post('/mgmt/acct-info/profile', { ...profile, mailingAddress: 'Quergasse 7, Bern' })
    const company = {
      version: '1',
      companyName: 'Quirin Zabel Holding',
      address: 'Quergasse 8',
      phone: '+41 44 1',
    }
    await client.post('/mgmt/acct-info/company', company)
    await client.post('/mgmt/client-feedback', { question: 'Where is Quirin’s seal?', email })
    await client.post('/mgmt/acct-info/deletion', { words: 'Quirin retires' })
    expect((await everything()).match(/Quirin|Quergasse|Quanten|Chefquant/g)?.length).toBeGreaterThan(6)
    expect((await erase(id, username)).status).toBe(303)
    const remaining = await everything()
    for (const word of ['Quirin', 'Quergasse', 'Quanten', 'Chefquant', email, username])
      expect([word, remaining.includes(word)]).toEqual([word, false])
    expect((await client.get('/mgmt/home')).headers.get('location')).toContain('/acct/login')
    const answer = await newClient(db).post('/acct/login', {
      login: username,
      password: PASSWORD,
      agreement: 'yes',
    })
    expect(answer.status).toBe(422)
    expect(await findViewer(db, id)).toBeNull()
    const [mail] = await mailsTo(db, email)
    expect(mail!.text).toContain(username)
  })

  test('erases unsigned documents and keeps documents signed by others', async () => {
    const viewer = (await findViewer(db, id))!
    await db
      .updateTable('accounts.team')
      .set({ address: 'Quergasse 1' })
      .where('id', '=', viewer.teamId)
      .execute()
    await authoriseTeam(db, viewer.teamId, viewer.teamName)
    const completed = await completedDocument(db, viewer)
    const draft = await filledDraft(db, viewer)
    const finalised = await finalisedDocument(db, viewer)
    const folder = (document: string) => join(config.DATA_DIR, 'files', 'documents', document)
    expect(existsSync(folder(finalised))).toBe(true)
    await client.post('/mgmt/acct-info/deletion')
    await erase(id, username)
    const rows = await db
      .selectFrom('documents.document')
      .select('id')
      .where('id', 'in', [completed, draft.id, finalised])
      .execute()
    expect(rows).toEqual([{ id: completed }])
    const actions = await db
      .selectFrom('documents.action')
      .select('document_id')
      .distinct()
      .where('document_id', 'in', [completed, draft.id, finalised])
      .execute()
    expect(actions).toEqual([{ document_id: completed }])
    for (let run = 0; run < 2; run++) await removeFiles.now(db, { prefix: `documents/${finalised}` })
    expect([existsSync(folder(finalised)), existsSync(folder(completed))]).toEqual([false, true])
  })

  test('lets the same person register a new account', async () => {
    await client.post('/mgmt/acct-info/deletion')
    await erase(id, username)
    setClock(() => new Date(Date.now() + MINUTE))
    await newcomer(db, email)
    const { id: otherId } = await db
      .selectFrom('accounts.account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(otherId).not.toBe(id)
  })

  test('is refused with a wrong name or without a reason', async () => {
    await client.post('/mgmt/acct-info/deletion')
    const wrongResponse = await erase(id, 'somebody_else')
    expect([wrongResponse.status, fieldProblem(await wrongResponse.text(), 'confirmation')]).toEqual([
      422,
      'This is not the username of the account',
    ])
    const groundless = await erase(id, username, ' ')
    expect([groundless.status, fieldProblem(await groundless.text(), 'ground')]).toEqual([
      422,
      'This field is required',
    ])
    expect((await rowOf(id)).state).toBe('active')
    expect((await client.get('/mgmt/home')).status).toBe(200)
  })

  test('is also possible after a request by letter, but not for a member of staff', async () => {
    expect(await (await cast.ruo.client.get(pathOf(id))).text()).toContain(`${pathOf(id)}/erasure`)
    expect((await erase(id, username)).status).toBe(303)
    expect((await rowOf(id)).state).toBe('erased')
    await newcomer(db, `colleague${number}@qishu.example`)
    const staff = await db
      .updateTable('accounts.account')
      .set({ role: 'agent' })
      .where('email', '=', `colleague${number}@qishu.example`)
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow()
    const refusal = await erase(staff.id, staff.username)
    expect([refusal.status, (await rowOf(staff.id)).state]).toEqual([422, 'active'])
  })

  test('keeps the date of the first erasure when it is repeated after a restore', async () => {
    const moment = new Date('2026-01-02T03:04:05Z')
    expect(await repeatErasure(db, id, { at: moment })).toBe('erased again')
    const { erased_at, team_id } = await rowOf(id)
    const team = await db
      .selectFrom('accounts.team')
      .select('erased_at')
      .where('id', '=', team_id)
      .executeTakeFirstOrThrow()
    expect([erased_at, team.erased_at]).toEqual([moment, moment])
  })

  test('makes the account’s log rows deletable, unlike those of other accounts', async () => {
    await client.post('/mgmt/acct-info/deletion')
    await erase(id, username)
    const log = (of: string) => db.deleteFrom('accounts.account_action').where('account_id', '=', of)
    await logAccountAction(db, cast.lin.viewer, 'profile')
    await expect(log(cast.lin.viewer.id).execute()).rejects.toThrow('account_action is append-only')
    expect((await log(id).executeTakeFirstOrThrow()).numDeletedRows).toBeGreaterThan(0n)
  })

  test('also removes the old names from the staff log', async () => {
    const correction = { username: 'quirin_before', identity: 'company', cause: WHY }
    await cast.ruo.client.post(`${pathOf(id)}/correction`, correction)
    expect(await (await cast.ruo.client.get('/desk/log')).text()).toContain(`${username} → quirin_before`)
    await erase(id, 'quirin_before')
    const remaining = await everything()
    for (const word of ['quirin_before', username])
      expect([word, remaining.includes(word)]).toEqual([word, false])
  })

  test('happens once if two members of staff do it concurrently, and cannot be undone', async () => {
    await client.post('/mgmt/acct-info/deletion')
    await Promise.all([erase(id, username), erase(id, username)])
    const actions = await db
      .selectFrom('accounts.desk_action')
      .select(['action', 'reason'])
      .where('account_id', '=', id)
      .execute()
    expect(actions).toEqual([{ action: 'erase', reason: WHY }])
    await cast.ruo.client.post(`${pathOf(id)}/state`, { stateAction: 'restore', reason: WHY })
    expect((await rowOf(id)).state).toBe('erased')
    const page = await (await cast.ruo.client.get(pathOf(id))).text()
    expect(page).toContain('It cannot be restored')
    expect(page).not.toMatch(/\/(state|erasure|correction)"/)
  })
})

test('an administrator with members is not erased before the team is transferred', async () => {
  const { lin, zhou, ruo } = cast
  await lin.client.post('/mgmt/acct-info/deletion')
  const earlyResponse = await erase(lin.viewer.id, 'lin')
  expect(earlyResponse.status).toBe(422)
  expect(await earlyResponse.text()).toContain('This account’s team still has other members')
  expect((await lin.client.get('/mgmt/acct-info/members')).status).toBe(200)
  const over = await ruo.client.post(`${pathOf(zhou.viewer.id)}/hand-over`, { handOverReason: WHY })
  expect(over.status).toBe(303)
  expect((await zhou.client.get('/mgmt/acct-info/members')).status).toBe(200)
  expect((await lin.client.get('/mgmt/acct-info/members')).status).toBe(403)
  const draft = await filledDraft(db, (await findViewer(db, lin.viewer.id))!)
  expect((await erase(lin.viewer.id, 'lin')).status).toBe(303)
  const { team_id, creator_id } = await db
    .selectFrom('documents.document')
    .select(['team_id', 'creator_id'])
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow()
  expect([team_id, creator_id]).toEqual([zhou.viewer.teamId, lin.viewer.id])
  expect((await zhou.client.get(`/mgmt/${draft.id}/view-doc`)).status).toBe(200)
})
