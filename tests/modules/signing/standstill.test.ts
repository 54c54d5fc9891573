import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { rootCertificate } from '#modules/signing/providers/builtin/authority/authority.ts'
import { resumeSignings } from '#modules/signing/providers/builtin/resuming.ts'
import { sign } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { expireSignings } from '#modules/signing/signing.ts'
import { DAY, fromNow, HOUR, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { note } from '#tests/support/measured.ts'
import { rehearseSignings } from '#tests/support/rehearsal.ts'
import { caseCount } from '#tests/support/runs.ts'
import { makeP12 } from './pades/operator-p12.ts'

rehearseSignings()

const context = setUpCast()
const { secretKey } = config
const COUNT = caseCount(1, 100)
const UNREACHABLE = 'http://127.0.0.1:1/'
const TYPED = { kind: 'typed', text: '陈莲' } as const
let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qishu-standstill-'))
  await makeP12(folder, 'ec', ['-pkeyopt', 'ec_paramgen_curve:P-256'])
  await rootCertificate(context.db)
  const { teamId } = context.cast.lin.viewer
  for (const kind of ['document_1', 'document_2', 'esign'] as const) {
    const quantity = (COUNT + 10) * BLOCKADES.length
    await grantUsage(context.db, { teamId, kind, quantity, expiresAt: fromNow(400 * DAY), key: newId() })
  }
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(async () => {
  setClock(null)
  config.secretKey = secretKey
  for (const name of ['SIGNING_P12_FILE', 'SIGNING_P12_PASSWORD', 'TIMESTAMP_URL'] as const)
    config[name] = undefined
  await sql`delete from pgboss.job`.execute(context.db)
})

/** The same database, as a newly started process opens it. */
const anotherProcess = () => context.db.withoutPlugins()
const readiness = async () => {
  const answer = await newClient(anotherProcess()).get('/readyz')
  return { status: answer.status, parts: (await answer.json()) as Record<string, boolean> }
}
async function work(process = anotherProcess()) {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(context.db)
  await workWaitingJobs(process, { forgiving: true })
}
const stateOf = async (documentId: string) => {
  const rows = await context.db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select(['one.id', 'one.state', 'signing.state as signing', 'expires_at'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()
  return {
    rows,
    states: rows.map(({ state }) => state),
    signing: rows[0]!.signing,
    until: rows[0]!.expires_at,
  }
}

const BLOCKADES: [part: string, begin: () => void, mend: () => Promise<void> | void][] = [
  [
    'signingKey',
    () => {
      config.secretKey = 'another-secret-of-at-least-32-characters'
    },
    () => {
      config.secretKey = secretKey
    },
  ],
  [
    'signingCertificate',
    () => {
      Object.assign(config, { SIGNING_P12_FILE: at('missing.p12'), SIGNING_P12_PASSWORD: 'lotus' })
    },
    () => copyFile(at('operator.p12'), at('missing.p12')),
  ],
  [
    'signingPassword',
    () => {
      Object.assign(config, { SIGNING_P12_FILE: at('operator.p12'), SIGNING_P12_PASSWORD: 'harbour' })
    },
    () => {
      config.SIGNING_P12_PASSWORD = 'lotus'
    },
  ],
  [
    'timeStamp',
    () => {
      config.TIMESTAMP_URL = UNREACHABLE
    },
    () => {
      config.TIMESTAMP_URL = undefined
    },
  ],
]

/** An hour ago, so that the signatures are older than the operator's certificate. */
const STARTED_AT = Date.now() - HOUR

describe.each(BLOCKADES)('while signing is blocked by %s', (part, begin, mend) => {
  test('signatories are informed and do not expire; everything continues after the repair', async () => {
    setClock(() => new Date(STARTED_AT))
    const signing = await signingDocument(context.db, context.cast.lin.viewer)
    const others: (typeof signing)[] = []
    for (let n = 1; n < COUNT; n++) others.push(await signingDocument(context.db, context.cast.lin.viewer))
    const signatory = await enterByLink(context.db, signing.link, SIGNATORIES[0]!.email)
    begin()
    const all = [signing, ...others]
    for (const { signatoryId } of all) await sign(context.db, await turnOf(context.db, signatoryId), TYPED)
    const before = await stateOf(signing.documentId)
    for (let hour = 0; hour < 24; hour += COUNT > 1 ? 1 : 12) {
      setClock(() => new Date(STARTED_AT + hour * HOUR))
      await work()
    }
    setClock(() => new Date(STARTED_AT))
    const { client } = context.cast.lin
    const page = async (from: typeof client, path: string) => (await from.get(path)).text()
    expect(await page(signatory, `/signing/${signing.signatoryId}/signed`)).toContain(
      'Your signature and its time are recorded',
    )
    expect(await page(client, `/mgmt/${signing.documentId}/signing`)).toContain(
      'technical problem on our side',
    )
    const health = await readiness()
    expect([health.status, health.parts[part], health.parts.database]).toEqual([503, false, true])
    const dark = Object.entries(health.parts).filter(([, answer]) => answer === false)
    expect(dark.map(([name]) => name).sort()).toEqual([part, 'ready'].sort())

    setClock(() => new Date(STARTED_AT + 31 * DAY))
    await expireSignings.now(context.db, {})
    expect((await stateOf(signing.documentId)).states).toEqual(['signing', 'waiting'])

    setClock(() => new Date(STARTED_AT + (part.startsWith('signing') ? DAY + HOUR : 31 * DAY)))
    await mend()
    await work()
    const waited = part.startsWith('signing') ? DAY + HOUR : 31 * DAY
    for (const { documentId } of all) {
      const { states, signing: state, until } = await stateOf(documentId)
      expect([states, state]).toEqual([['signed', 'invited'], 'started'])
      expect(until.getTime() - before.until.getTime()).toBeGreaterThanOrEqual(waited - HOUR)
    }
    expect((await readiness()).status).toBe(200)
    expect(await page(signatory, `/signing/${signing.signatoryId}/signed`)).not.toContain(
      'Your signature and its time are recorded',
    )
    const actions = (await listActions(context.db, signing.documentId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'extend-signing')).toHaveLength(1)
    const second = (await stateOf(signing.documentId)).rows[1]!
    await sign(context.db, await turnOf(context.db, second.id), TYPED)
    await work()
    expect((await stateOf(signing.documentId)).signing).toBe('completed')
    note(`signings over 24 hours without ${part}`, `${COUNT} of ${COUNT} went on by themselves, none expired`)
  }, 900_000)
})

test('a lost job is enqueued again, and a failed job is retried', async () => {
  for (const spoil of [
    sql`delete from pgboss.job`,
    sql`update pgboss.job set state = 'failed', completed_on = now()`,
  ]) {
    const { documentId, signatoryId } = await signingDocument(context.db, context.cast.lin.viewer)
    await sign(context.db, await turnOf(context.db, signatoryId), TYPED)
    await spoil.execute(context.db)
    setClock(() => new Date(Date.now() + HOUR))
    await resumeSignings.now(context.db, {})
    await work()
    expect((await stateOf(documentId)).states).toEqual(['signed', 'invited'])
    setClock(null)
  }
})

test('a deadline expires as usual if nothing of ours is blocked', async () => {
  const { documentId } = await signingDocument(context.db, context.cast.lin.viewer)
  setClock(() => new Date(Date.now() + 31 * DAY))
  await expireSignings.now(context.db, {})
  expect((await stateOf(documentId)).signing).toBe('expired')
})
