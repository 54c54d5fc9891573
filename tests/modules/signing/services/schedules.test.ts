import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { ProviderError } from '#modules/signing/providers/remote/provider-error.ts'
import { offerService } from '#modules/signing/providers/remote/services.ts'
import { querySilentServices, remoteSigningJob } from '#modules/signing/providers/remote/signing-job.ts'
import type { SignatoryEntry, SignatoryState } from '#modules/signing/schema.ts'
import { storeServiceChoices } from '#modules/signing/services/service-setting.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import { DAY, HOUR, setClock } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import '#src/app/events.ts'
import { openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { finishAs } from '#tests/stubs/finish.ts'
import { PlainService } from '#tests/stubs/plain/plain-service.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, type Seeded, seeded } from '#tests/support/seeded.ts'
import { person } from './kit.ts'

const SCHEDULES = caseCount(12, 5000)
const STEPS = 30

let db: Db
let lin: Viewer
let client: Client
let service: PlainService

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db, 100_000)).lin.viewer
  client = newClient(db)
  service = new PlainService({ finish: finishAs('esign') })
  offerService('esign', service)
  // The sender has authorised the service too.
  await sql`insert into authorisations.authorisation select (jsonb_populate_record(one, jsonb_build_object(
    'id', gen_random_uuid(), 'provider', 'esign', 'reference', 'sender'))).* from authorisations.authorisation
    as one where team_id = ${lin.teamId}`.execute(db)
})
afterEach(() => setClock(null))

interface Schedule {
  random: Seeded
  documentId: string
  signingId: string
  clock: { at: number }
}

interface Snapshot {
  state: string
  people: { id: string; state: SignatoryState }[]
  spent: number
  revisions: number
}

async function snapshot({ signingId }: Schedule): Promise<Snapshot> {
  const { state } = await db
    .selectFrom('signing.signing')
    .select('state')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  const people = await db
    .selectFrom('signing.signatory')
    .select(['id', 'state'])
    .where('signing_id', '=', signingId)
    .orderBy('position')
    .execute()
  const entries = await db
    .selectFrom('orders.usage_entry')
    .select('quantity')
    .where('key', 'like', `%signing ${signingId}%`)
    .execute()
  const revisions = await db
    .selectFrom('signing.revision')
    .select('number')
    .where('signing_id', '=', signingId)
    .execute()
  const spent = entries.reduce((sum, { quantity }) => sum - Number(quantity), 0)
  return { state, people, spent, revisions: revisions.length }
}

const RANK: Record<SignatoryState, number> = {
  waiting: 0,
  invited: 1,
  signing: 2,
  signed: 3,
  approved: 3,
  declined: 3,
}

/** Checks the conditions that hold after any step. */
function expectLawful(before: Snapshot, after: Snapshot, step: string) {
  const at = (wrong: string) => `${step}: ${wrong}`
  if (before.state !== 'started') expect(after.state, at('a signing that ended')).toBe(before.state)
  expect(after.spent, at('uses')).toBe(after.state === 'stopped' ? 0 : 1)
  for (const [n, { state }] of after.people.entries()) {
    const was = before.people[n]!.state
    expect(RANK[state], at(`${was} became ${state}`)).toBeGreaterThanOrEqual(RANK[was])
    if (RANK[was] === 3) expect(state, at('a final state')).toBe(was)
  }
  expect(after.revisions, at('files')).toBe(after.state === 'completed' ? 2 : 1)
  if (after.state === 'completed')
    expect(
      after.people.every(({ state }) => state === 'signed'),
      at('completed'),
    ).toBe(true)
}

/**
 * The envelopes at the service for one of our signings. All except one are drafts whose response was lost.
 */
const envelopesAtService = (people: { id: string }[]) =>
  [...service.signings.values()].filter((one) => one.people[0]!.signatory.id === people[0]!.id)

/** Lets some calls fail, before or after they take effect. */
function failSometimes({ below }: Seeded) {
  service.failing = (step, when) => {
    if (below(6) === 0) throw new ProviderError('unavailable', when, `${step} failed`)
  }
}

async function work() {
  await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(db)
  await workWaitingJobs(db, { forgiving: true })
}

async function deliver(index: number) {
  const callback = service.callbacks[index]
  if (!callback) return
  const { headers, body } = callback
  await client.send('POST', '/e-sign/esign/callback', { headers, body: new TextDecoder().decode(body) })
}

/** Takes a random step of the service, its network, our jobs or the clock. */
async function takeStep(at: Schedule, people: { id: string }[], first: number): Promise<string> {
  const { random, signingId, clock } = at
  const { below, pick } = random
  const running = envelopesAtService(people).find(({ state }) => state === 'started')
  const remote = () =>
    db.selectFrom('signing.remote_signing').select('id').where('signing_id', '=', signingId).execute()
  const steps: Record<string, () => unknown> = {
    sign: () => running && service.act(running.id, pick(people).id, 'signed'),
    'sign again': () => running && service.act(running.id, pick(people).id, 'signed'),
    callback: () => deliver(first + below(service.callbacks.length - first + 1)),
    'late callback': () => deliver(below(service.callbacks.length + 1)),
    'callback twice': () => {
      const index = first + below(service.callbacks.length - first + 1)
      return Promise.all([deliver(index), deliver(index)])
    },
    work,
    'work twice at once': async () => {
      const [row] = await remote()
      const event = { id: row!.id, signingId }
      await Promise.allSettled([remoteSigningJob.now(db, event), remoteSigningJob.now(db, event)])
    },
    sweep: async () => {
      clock.at += HOUR
      await querySilentServices.now(db, {})
    },
    wait: () => {
      clock.at += below(2 * DAY)
    },
    expire: () => expireSignings.now(db, {}),
    ...(below(6) === 0 && {
      decline: () => running && service.act(running.id, pick(people).id, 'declined', 'No'),
      'end there': () => running && service.end(running.id, pick(['expired', 'revoked'])),
    }),
  }
  const name = pick(Object.keys(steps))
  await steps[name]!()
  return name
}

function peopleOf({ below, pick }: Seeded): SignatoryEntry[] {
  return Array.from({ length: 2 + below(3) }, (_, n) =>
    person('abcd'[n]!, n < 2 ? 'ab'[n]! : pick(['a', 'b']), { together: below(3) === 0 }),
  )
}

async function begin(random: Seeded): Promise<Schedule> {
  const clock = { at: Date.now() }
  setClock(() => new Date(clock.at))
  const documentId = await finalisedDocument(db, lin)
  const options = { days: 1 + random.below(10), reminderDays: 0, message: '' }
  await storeSetting(db, lin, documentId, peopleOf(random), options)
  await storeServiceChoices(db, lin, documentId, { a: 'esign', b: 'esign' })
  await startSigning(db, lin, documentId, 'en_US')
  const { id: signingId } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { random, documentId, signingId, clock }
}

/** The service responds again, all signatories sign who can, and we query. */
async function finish(at: Schedule, people: { id: string }[]) {
  service.failing = () => {}
  for (let round = 0; round < 2 * people.length + 2; round++) {
    await work()
    for (const { id } of envelopesAtService(people).filter(({ state }) => state === 'started'))
      for (const person of people) service.act(id, person.id, 'signed')
    at.clock.at += HOUR
    await querySilentServices.now(db, {})
  }
  await work()
}

test('random schedules: no state moves back, no use is spent twice or lost, and both sides agree', async () => {
  const seed = drawSeed()
  const ends = new Map<string, number>()
  for (let n = 0; n < SCHEDULES; n++) {
    const random = seeded(seed + n)
    const first = service.callbacks.length
    const at = await begin(random)
    let before = await snapshot(at)
    const { people } = before
    failSometimes(random)
    for (let step = 0; step < STEPS; step++) {
      const name = await takeStep(at, people, first)
      const after = await snapshot(at)
      expectLawful(before, after, `SEED=${seed}, schedule ${n}, step ${step}, ${name}`)
      before = after
    }
    await finish(at, people)
    const after = await snapshot(at)
    expectLawful(before, after, `SEED=${seed}, schedule ${n}, the end`)
    expect([seed, n, after.state]).not.toEqual([seed, n, 'started'])
    const states = envelopesAtService(people).map(({ state }) => state)
    // A draft whose response was lost costs nothing and notifies no one.
    const real = states.filter((state) => state !== 'draft')
    expect(real.length, `SEED=${seed}, schedule ${n}, at the service`).toBeLessThanOrEqual(1)
    const wanted = after.state === 'stopped' ? 'revoked' : after.state
    if (real.length > 0 && wanted !== 'expired') expect([seed, n, real[0]]).toEqual([seed, n, wanted])
    const actions = (await listActions(db, at.documentId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'complete-signing').length).toBeLessThanOrEqual(1)
    ends.set(after.state, (ends.get(after.state) ?? 0) + 1)
    setClock(null)
  }
  const counts = [...ends].map(([state, count]) => `${state} ${count}`).join(', ')
  note('random schedules of a signing at a service', `${SCHEDULES} schedules: ${counts}; no rule broken`)
})
