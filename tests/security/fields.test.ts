import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { SIGNATORIES } from '#tests/cast/signing.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum, ownTables } from '#tests/support/checksum.ts'
import { newClient } from '#tests/support/client.ts'
import { reporting } from '#tests/support/signed.ts'
import { versionOf } from '#tests/support/template-version.ts'

let db: Db
let world: World

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
})

const MARK = 'smuggled'
const FOREIGN = newId()

/** Fields that no user may set, with the names of our columns and with common names. */
const EXTRA: Record<string, string> = {
  id: FOREIGN,
  team_id: FOREIGN,
  teamId: FOREIGN,
  creator_id: FOREIGN,
  account_id: FOREIGN,
  starter_id: FOREIGN,
  status: 'completed',
  state: 'disabled',
  role: 'agent',
  operations: MARK,
  number: MARK,
  version: '999',
  price: '0',
  pay_status: 'paid',
  used_count: '0',
  password_hash: MARK,
  created_at: '2000-01-01',
  finalised_at: '2000-01-01',
  signed_at: '2000-01-01',
  expires_at: '2999-01-01',
  locale: MARK,
  sha256: MARK,
  hash: MARK,
  saved_by: FOREIGN,
}

/** The extra fields except those that the form has. */
const extraBut = (...own: string[]) =>
  Object.fromEntries(Object.entries(EXTRA).filter(([name]) => !own.includes(name)))

const keysOf = (model: object | null) => Object.keys(model ?? {}).sort()

async function expectNotStored() {
  for (const table of await ownTables(db)) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(row::text, ' '), '') as text from ${sql.table(table)} as row`.execute(db)
    for (const value of [MARK, FOREIGN])
      expect([table, rows[0]!.text.includes(value)]).toEqual([table, false])
  }
}

const PASSWORDS = { current: PASSWORD, password: 'Tern4Harbour', confirmPassword: 'Tern4Harbour' }

// The tests depend on each other, in order.
describe('extra fields of requests', { shuffle: false }, () => {
  describe('in requests of accounts and documents are not stored', () => {
    test('by a registration: role, team and state are set by the product', async () => {
      const client = newClient(db)
      const code = await codeFor(db, client, 'extra@lotus.example')
      const typed = registration({ ...EXTRA, email: 'extra@lotus.example', code })
      expect((await client.post('/acct/register', typed)).status).toBe(303)
      const account = await db
        .selectFrom('accounts.account')
        .selectAll()
        .where('username', '=', typed.username!)
        .executeTakeFirstOrThrow()
      expect([account.role, account.state, account.locale]).toEqual(['admin', 'active', 'en_US'])
      expect(account.id).not.toBe(FOREIGN)
      await expectNotStored()
    })

    test('by a new document', async () => {
      const form = {
        template: 'mutual-nda',
        version: versionOf('mutual-nda'),
        language: 'en',
        bilingual: 'no',
      }
      const created = await world.cast.zhou.client.post('/mgmt/new-doc', { ...extraBut('version'), ...form })
      const id = /mgmt\/([^/]+)/.exec(created.headers.get('location')!)![1]!
      const { viewer } = world.cast.zhou
      const document = await findDocument(db, viewer, id)
      expect([document.status, document.version, document.team_id, document.creator_id]).toEqual([
        'draft',
        1,
        viewer.teamId,
        viewer.id,
      ])
      await expectNotStored()
    })

    test('by a save, at the top, among the answers, in a party or in a clause', async () => {
      const { id, version } = world.draft
      const { answers } = await findDocument(db, world.cast.lin.viewer, id)
      const parties = answers.parties.map((party) => ({ ...party, ...extraBut('role') }))
      const clause = answers.clauses[Object.keys(answers.clauses)[0] ?? 'scope']
      const clauses = { ...answers.clauses, scope: { ...clause, ...extraBut() } }
      const dirty = {
        ...answers,
        ...extraBut(),
        parties,
        clauses,
        signatureArea: { ...answers.signatureArea, ...extraBut() },
      }
      const answer = await world.cast.lin.client.put(`/mgmt/${id}/answers`, {
        ...extraBut('version'),
        version,
        answers: dirty,
      })
      const { model, ...envelope } = await answer.json()
      expect([answer.status, keysOf(envelope)]).toEqual([200, ['errorCode', 'errorMsg', 'success']])
      expect(keysOf(model)).toEqual(['savedAt', 'version'])
      const after = await findDocument(db, world.cast.lin.viewer, id)
      expect([after.status, after.version, after.team_id]).toEqual([
        'draft',
        version + 1,
        world.cast.lin.viewer.teamId,
      ])
      expect(keysOf(after.answers)).toEqual([
        'added',
        'clauses',
        'fields',
        'languages',
        'parties',
        'signatureArea',
      ])
      await expectNotStored()
    })

    test('by a renaming', async () => {
      const answer = await world.cast.lin.client.put(`/mgmt/${world.draft.id}/name`, {
        ...extraBut('number'),
        name: '新名称',
        number: 'N-9',
      })
      expect([answer.status, (await answer.json()).model]).toEqual([200, null])
      const after = await findDocument(db, world.cast.lin.viewer, world.draft.id)
      expect([after.name, after.number, after.status]).toEqual(['新名称', 'N-9', 'draft'])
      await expectNotStored()
    })

    test('by the signatories of a setting, nor by the start of the signing', async () => {
      const signatories = SIGNATORIES.map((one) => ({ ...one, ...extraBut('id', 'locale', 'role') }))
      const { client } = world.cast.lin
      const set = await client.put(`/mgmt/${world.finalisedId}/signatories`, { ...extraBut(), signatories })
      expect([set.status, (await set.json()).model]).toEqual([200, null])
      expect((await client.post(`/mgmt/${world.finalisedId}/signing`, extraBut())).status).toBe(303)
      const rows = await db
        .selectFrom('signing.signatory as one')
        .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
        .select(['one.state', 'one.signed_at', 'signing.state as signing_state', 'signing.starter_id'])
        .where('document_id', '=', world.finalisedId)
        .orderBy('position')
        .execute()
      const started = { signed_at: null, signing_state: 'started', starter_id: world.cast.lin.viewer.id }
      expect(rows).toEqual([
        { state: 'invited', ...started },
        { state: 'waiting', ...started },
      ])
      await expectNotStored()
    })

    test('by a signature', async () => {
      const { signatoryId } = world.signing
      const form = { ...extraBut('kind'), kind: 'typed', typed: '陈莲' }
      expect((await world.signer.post(`/signing/${signatoryId}/signature`, form)).status).toBe(303)
      const row = await db
        .selectFrom('signing.signatory')
        .selectAll()
        .where('id', '=', signatoryId)
        .executeTakeFirstOrThrow()
      expect([row.state, row.signature]).toEqual(['signing', { kind: 'typed', text: '陈莲' }])
      expect(row.signed_at!.getFullYear()).toBeGreaterThan(2020)
      await expectNotStored()
    })
  })

  describe('in other requests are not stored', () => {
    // extra-fields.test.ts tests extra fields of the other routes.
    test('by a new password', async () => {
      const { client, viewer } = world.cast.hannah
      const before = await checksum(db)
      const fields = { ...extraBut(), ...PASSWORDS, others: 'yes' }
      expect((await client.post('/mgmt/acct-info/password', fields)).status).toBe(303)
      expect(await checksum(db)).not.toBe(before)
      const { role, team_id } = await db
        .selectFrom('accounts.account')
        .select(['role', 'team_id'])
        .where('id', '=', viewer.id)
        .executeTakeFirstOrThrow()
      expect([role, team_id]).toEqual([viewer.role, viewer.teamId])
      await expectNotStored()
    })

    test('by a reported action', async () => {
      const action = { serviceCode: 'web', actionEventCode: 'x', actionResult: 'yes', remark: '' }
      const body = { ...extraBut(), ...action }
      const answer = await world.cast.lin.client.send('POST', '/api/logs/users/logs', {
        body: JSON.stringify(body),
        headers: reporting(action),
      })
      expect(answer.status).toBe(200)
      await expectNotStored()
    })
  })

  test('the id of an object’s inherited property in a save is rejected', async () => {
    const { answers, template, version } = await findDocument(db, world.cast.lin.viewer, world.draft.id)
    const [article] = template.articles
    const odd = 'constructor'
    for (const changes of [
      { added: [{ id: odd, article: article!.id, after: null }] },
      { addedArticles: [{ id: odd, after: null }] },
    ]) {
      const body = { version, answers: { ...answers, ...changes } }
      const answer = await world.cast.lin.client.put(`/mgmt/${world.draft.id}/answers`, body)
      expect([changes, answer.status, (await answer.json()).errorCode]).toEqual([
        changes,
        422,
        'INVALID_FIELD',
      ])
    }
    expect((await world.cast.lin.client.get(`/mgmt/${world.draft.id}/edit-doc`)).status).toBe(200)
  })

  test('a conflict returns the stored answers and nothing else of the document', async () => {
    const { answers } = await findDocument(db, world.cast.lin.viewer, world.draft.id)
    const answer = await world.cast.lin.client.put(`/mgmt/${world.draft.id}/answers`, { version: 1, answers })
    expect(answer.status).toBe(409)
    const { model } = await answer.json()
    expect(keysOf(model)).toEqual(['answers', 'savedAt', 'savedBy', 'version'])
    expect(JSON.stringify(model)).not.toMatch(/team|creator|password/i)
  })
})
