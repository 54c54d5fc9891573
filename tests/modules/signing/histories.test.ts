import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  approve,
  closeSigningJob,
  decline,
  sign,
  writeSignatureJob,
} from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import type { SignatoryRole } from '#modules/signing/providers/signatory-role.ts'
import { correctAddress } from '#modules/signing/running/address-correction.ts'
import { extendDeadline } from '#modules/signing/running/deadline.ts'
import { handOver } from '#modules/signing/running/hand-over.ts'
import { remindSignatory } from '#modules/signing/running/progress.ts'
import { sendAutomaticReminders } from '#modules/signing/running/reminders.ts'
import type { SignatoryEntry, SignatoryState } from '#modules/signing/schema.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, type Seeded, seeded } from '#tests/support/seeded.ts'

const HISTORIES = caseCount(6, 5000)
const STEPS = 25

let db: Db
let lin: Viewer

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db, 100_000)).lin.viewer
})
afterEach(() => setClock(null))

const ROLES: SignatoryRole[] = ['signer', 'signer', 'approver', 'copy']

/**
 * Each party has a signer. Other signatories have any role, and sign alone or at the same time as the
 * previous one.
 */
function peopleOf({ below, pick }: Seeded, history: number): SignatoryEntry[] {
  const count = 2 + below(4)
  return Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    party: n < 2 ? 'ab'[n]! : pick(['a', 'b']),
    role: n < 2 ? ('signer' as const) : pick(ROLES),
    together: below(3) === 0,
    name: `Person ${n}`,
    email: `p${history}-${n}@kestrel.example`,
  }))
}

interface Snapshot {
  state: string
  people: {
    id: string
    state: SignatoryState
    role: SignatoryRole
    turn_order: number
    reminders: number
    email: string
  }[]
  revisions: number
  spent: number
}

async function snapshot(signingId: string): Promise<Snapshot> {
  const { state } = await db
    .selectFrom('signing.signing')
    .select('state')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('signing.signatory')
    .select(['id', 'state', 'role', 'turn_order', 'reminders', 'email'])
    .where('signing_id', '=', signingId)
    .orderBy('position')
    .execute()
  const revisions = await db
    .selectFrom('signing.revision')
    .select('number')
    .where('signing_id', '=', signingId)
    .execute()
  const spends = await db
    .selectFrom('orders.usage_entry')
    .select('id')
    .where('key', 'like', `signing ${signingId}%`)
    .execute()
  const people = rows.map((row) => ({ ...row, email: row.email!, reminders: row.reminders.length }))
  return { state, people, revisions: revisions.length, spent: spends.length }
}

const RANK: Record<SignatoryState, number> = {
  waiting: 0,
  invited: 1,
  signing: 2,
  signed: 3,
  approved: 3,
  declined: 3,
}

const isDone = ({ state }: { state: SignatoryState }) => state === 'signed' || state === 'approved'

/** Checks the conditions that hold after any step. */
function expectLawful(before: Snapshot, after: Snapshot, step: string) {
  const at = (wrong: string) => `${step}: ${wrong}`
  expect(after.spent, at('uses spent')).toBe(1)
  if (before.state !== 'started') expect(after.state, at('a signing that ended')).toBe(before.state)
  for (const [n, person] of after.people.entries()) {
    const was = before.people[n]!
    const moved = RANK[person.state] - RANK[was.state]
    expect(moved, at(`${was.state} became ${person.state}`)).toBeGreaterThanOrEqual(0)
    if (RANK[was.state] === 3) expect(person.state, at('a final state')).toBe(was.state)
    if (person.role === 'copy') expect(person.state, at('a recipient of a copy')).toBe('waiting')
    if (person.reminders > was.reminders) expect(was.state, at('a reminder')).toBe('invited')
    if (person.email !== was.email) expect(RANK[was.state], at('an address')).toBeLessThan(2)
    const earlier = after.people.filter((one) => one.turn_order > 0 && one.turn_order < person.turn_order)
    if (person.state !== 'waiting') expect(earlier.every(isDone), at('a turn before its time')).toBe(true)
  }
  const signatures = after.people.filter(({ state }) => state === 'signed').length
  const sealed = after.state === 'completed' ? 1 : 0
  expect(after.revisions, at('files')).toBe(1 + signatures + sealed)
  const acting = after.people.filter(({ role }) => role !== 'copy')
  if (after.state === 'completed') expect(acting.every(isDone), at('completed')).toBe(true)
}

/** Takes a random step, which the product may refuse. */
async function takeStep(
  { below, pick }: Seeded,
  {
    signingId,
    documentId,
    people,
    clock,
  }: { signingId: string; documentId: string; people: string[]; clock: { at: number } },
) {
  const id = pick(people)
  const email = `new${below(1_000_000)}@kestrel.example`
  const steps: Record<string, () => Promise<unknown>> = {
    sign: async () => sign(db, await turnOf(db, id), { kind: 'typed', text: 'Me' }),
    'sign again': async () => sign(db, await turnOf(db, pick(people)), { kind: 'typed', text: 'Me' }),
    approve: async () => approve(db, await turnOf(db, id)),
    write: () => Promise.all(people.map((signatoryId) => writeSignatureJob.now(db, { signatoryId }))),
    close: () => closeSigningJob.now(db, { signingId }),
    correct: () => correctAddress(db, lin, { documentId, signatoryId: id, email }),
    'hand over': () => handOver(db, { id }, { name: 'Nina', email }),
    remind: () => remindSignatory(db, lin, documentId, id),
    'remind by itself': () => sendAutomaticReminders.now(db, {}),
    wait: async () => {
      clock.at += below(3 * DAY)
    },
    expire: () => expireSignings.now(db, {}),
    extend: () => extendDeadline(db, lin, documentId, new Date(clock.at + below(30 * DAY))),
    ...(below(5) === 0 && { decline: async () => decline(db, await turnOf(db, id), 'No') }),
  }
  const name = pick(Object.keys(steps))
  try {
    await steps[name]!()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return name
}

test('random histories: no state moves back, no use is spent twice, and no reminder is sent after a turn', async () => {
  const seed = drawSeed()
  const ends = new Map<string, number>()
  for (let history = 0; history < HISTORIES; history++) {
    const random = seeded(seed + history)
    const clock = { at: Date.now() }
    setClock(() => new Date(clock.at))
    const documentId = await finalisedDocument(db, lin)
    const options = { days: 1 + random.below(20), reminderDays: random.below(4), message: '' }
    await storeSetting(db, lin, documentId, peopleOf(random, history), options)
    await startSigning(db, lin, documentId, 'en_US')
    const { id: signingId } = await db
      .selectFrom('signing.signing')
      .select('id')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    let before = await snapshot(signingId)
    const people = before.people.map(({ id }) => id)
    for (let n = 0; n < STEPS && before.state === 'started'; n++) {
      const at = { signingId, documentId, people, clock }
      const names =
        random.below(4) === 0
          ? await Promise.all([takeStep(random, at), takeStep(random, at)])
          : [await takeStep(random, at)]
      const after = await snapshot(signingId)
      expectLawful(before, after, `SEED=${seed}, history ${history}, step ${n}, ${names.join(' and ')}`)
      before = after
    }
    ends.set(before.state, (ends.get(before.state) ?? 0) + 1)
    setClock(null)
  }
  const counts = [...ends].map(([state, count]) => `${state} ${count}`).join(', ')
  note('random histories of a signing', `${HISTORIES} histories: ${counts}; no rule broken`)
})
