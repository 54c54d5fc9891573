import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { connect } from '#src/app/database.ts'
import { FAULTS, type Fault } from '#src/core/fault.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { type Client, newRemoteClient } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { sourceFiles } from '#tests/support/files.ts'
import {
  draftNda,
  enterAsSignatory,
  finalise,
  logIn,
  signTyped,
  startSigning,
} from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import {
  freePort,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

/** R-02 requires 500 rounds of finalising, spread over its six fault points. */
const ROUNDS = { finalising: caseCount(1, 84), signing: caseCount(1, 5), mail: 1 }
/** The timeout of a round in milliseconds. */
const PATIENCE = 120_000

type Kind = 'finalising' | 'signing' | 'mail'

const kindOf = (fault: Fault): Kind =>
  fault.startsWith('mail') ? 'mail' : fault.startsWith('final') ? 'finalising' : 'signing'

/** The kinds of fault points that a server passes when it resumes interrupted work of a kind. */
const RESUMED_POINTS: Record<Kind, Kind[]> = {
  finalising: ['finalising'],
  signing: ['signing', 'mail'],
  mail: ['mail'],
}

/**
 * Fault points of payments and refunds are in payments.test.ts and refunds.test.ts, of imports in
 * imports.test.ts, of the store in store.test.ts, of other services in services.test.ts, of webhooks in
 * webhook-kills.test.ts.
 */
const OWN_POINTS = FAULTS.filter(
  (fault) => !/^(payment|refund|renewal|e-invoice|e-reversal|import|store|remote|webhook)/.test(fault),
)

const SEED = drawSeed()
const drawPoint = seeded(SEED)
const pointsOf = (kind: Kind, always?: Fault) =>
  faultPoints((fault) => OWN_POINTS.includes(fault) && kindOf(fault) === kind, drawPoint, always)

const KINDS = [pointsOf('signing'), pointsOf('finalising', 'finalise: after the commit'), pointsOf('mail')]

/** The kinds alternate, so that the server that resumes the work can be the next one to be killed. */
const ORDER = OWN_POINTS.flatMap((_, n) => KINDS.flatMap((points) => points.slice(n, n + 1)))

let dataDir: string
let port: string
let smtp: MailStub
/** The administrator's client, logged in across all restarts. */
let client: Client
let runningServer: { server: RunningServer; fault: Fault | undefined } | null = null
const visitedPoints = new Set<Fault>()

beforeAll(async () => {
  dataDir = await playedDataDir()
  smtp = await startMailStub()
  port = String(await freePort())
  client = await logIn((await serverDyingAt(ORDER[0])).base)
})
afterAll(async () => {
  // A killed server leaves its database running, and the next server that is stopped ends the database.
  await (await serverDyingAt(undefined)).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
  smtp.close()
})

/**
 * The running server, if it is to be killed at this point, or a new one. The address stays the same, so that
 * clients stay logged in.
 */
async function serverDyingAt(fault: Fault | undefined): Promise<RunningServer> {
  if (runningServer && runningServer.fault !== fault) await runningServer.server.stop()
  if (runningServer?.fault !== fault) runningServer = null
  runningServer ??= {
    fault,
    server: await startServer({
      DATA_DIR: dataDir,
      PORT: port,
      SMTP_URL: smtp.url,
      ...(fault && { FAULT: fault }),
    }),
  }
  return runningServer.server
}

async function waitUntil<T>(look: () => Promise<T | null | undefined | false>, seconds = 30): Promise<T> {
  for (let tries = 0; tries < seconds * 5; tries++) {
    const result = await look().catch(() => null)
    if (result) return result
    await wait(200)
  }
  throw new Error(`not within ${seconds} s`)
}

/** Runs `action` on a server that kills itself at `fault`, then starts another, which is killed at `next`. */
async function dieAt(
  fault: Fault,
  next: Fault | undefined,
  action: (server: RunningServer) => Promise<unknown>,
): Promise<RunningServer> {
  const doomed = await serverDyingAt(fault)
  await onDatabase((db) => sql`delete from platform.rate_limit`.execute(db))
  const done = action(doomed).catch((error: unknown) => error)
  const end = await Promise.race([doomed.ended, wait(60_000, 'alive')])
  expect([fault, end, end === 'alive' && (await done)]).toEqual([fault, 'SIGKILL', false])
  visitedPoints.add(fault)
  await done
  runningServer = null
  return serverDyingAt(next)
}

async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(await privatePostgresUrl(dataDir), 2)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const statusOf = (id: string) =>
  onDatabase((db) =>
    db.selectFrom('documents.document').select('status').where('id', '=', id).executeTakeFirst(),
  )

async function expectWholeLog(id: string) {
  const actions = await onDatabase((db) => listActions(db, id))
  expect(actions.length).toBeGreaterThan(1)
  expect(findBrokenLink(actions)).toBeNull()
  return actions.map((row) => row.action)
}

/** The document is a draft or final, with no state in between. */
async function finaliseAndDie(fault: Fault, next: Fault | undefined) {
  let draft = { id: '', version: 0 }
  let answered = 0
  await dieAt(fault, next, async () => {
    draft = await draftNda(client)
    answered = (await finalise(client, draft)).status
  })
  const { status } = (await statusOf(draft.id))!
  expect(['draft', 'finalised']).toContain(status)
  if (answered === 303) expect(status).toBe('finalised')
  if (status === 'finalised') {
    const file = await waitUntil(async () => {
      const answer = await client.get(`/mgmt/${draft.id}/final.pdf`)
      return answer.status === 200 && answer
    })
    expect(file.headers.get('content-type')).toBe('application/pdf')
  }
  const actions = await expectWholeLog(draft.id)
  expect(actions.filter((action) => action === 'finalise').length).toBe(status === 'finalised' ? 1 : 0)
}

/** Every signature exists once, the signing completes, and each of its mails is sent once. */
async function signAndDie(fault: Fault, next: Fault | undefined, round: number) {
  const mark = `${fault.replace(/\W+/g, '-')}-${round}`
  const inside = new Map<string, Awaited<ReturnType<typeof enterAsSignatory>>>()
  const sign: Sign = async (base, one) => {
    const entered = inside.get(one.email) ?? (await enterAsSignatory(base, one.email))
    inside.set(one.email, entered)
    return signTyped(entered, one.name)
  }
  let draft = { id: '', version: 0 }
  let people: Signatory[] = []
  const server = await dieAt(fault, next, async ({ base }) => {
    draft = await draftNda(client)
    await finalise(client, draft)
    await waitUntil(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status === 200)
    people = await startSigning(client, draft.id, mark)
    await waitForInvitation(base, people[0]!.email)
    await sign(base, people[0]!)
    if (/^(close|certificate)/.test(fault)) await sign(base, people[1]!)
  })
  await finishSigning(server.base, draft.id, people, sign)
  await expectOneCertificate(draft.id)
  const actions = await expectWholeLog(draft.id)
  expect(actions.filter((action) => action === 'sign')).toHaveLength(2)
  expect(actions.filter((action) => action === 'complete-signing')).toHaveLength(1)
  const mails = await mailsLike(`${mark}%`)
  for (const one of people)
    for (const subject of ['Please sign', 'Signed by everyone'])
      expect([
        one.email,
        subject,
        mails.filter((m) => m.recipient === one.email && m.subject.startsWith(subject)).length,
      ]).toEqual([one.email, subject, 1])
}

/** The certificate of completion exists once, and is the file in the row. */
async function expectOneCertificate(id: string) {
  const file = await waitUntil(async () => {
    const answer = await client.get(`/mgmt/${id}/certificate.pdf`)
    return answer.status === 200 && new Uint8Array(await answer.arrayBuffer())
  }, 90)
  const rows = await onDatabase((db) =>
    db
      .selectFrom('documents.file')
      .select('sha256')
      .where('document_id', '=', id)
      .where('kind', '=', 'completion-certificate')
      .execute(),
  )
  expect(rows).toEqual([{ sha256: hashOf(file) }])
}

/** The mail is not lost. It is repeated, unchanged, only if the mail server had already accepted it. */
async function mailAndDie(fault: Fault, next: Fault | undefined, round: number) {
  const address = `${fault.replace(/\W+/g, '-')}-${round}@example.com`
  await dieAt(fault, next, ({ base }) => askForCode(newRemoteClient(base), address))
  expect(await mailsLike(address)).toHaveLength(1)
  const copies = smtp.delivered.filter((_, n) => smtp.messages[n]!.includes(address))
  const expected = fault === 'mail: sent, row not updated' ? 2 : 1
  expect([fault, copies.length, new Set(copies).size]).toEqual([fault, expected, 1])
}

/** All mails to addresses of this pattern, once there is one and all of them are sent. */
const mailsLike = (recipients: string) =>
  waitUntil(() =>
    onDatabase(async (db) => {
      const rows = db.selectFrom('platform.mail').select(['recipient', 'subject', 'state'])
      const all = await rows.where('recipient', 'like', recipients).execute()
      return all.length > 0 && all.every((mail) => mail.state === 'sent') && all
    }),
  )

async function waitForInvitation(base: string, email: string) {
  await waitUntil(async () => {
    const messages = (await (await fetch(`${base}/outbox.json`)).json()) as { to: string }[]
    return messages.some((message) => message.to === email)
  })
}

type Signatory = Awaited<ReturnType<typeof startSigning>>[number]
type Sign = (base: string, one: Signatory) => Promise<unknown>

/** The invited signatories sign until the document is completed, as patient people would after a crash. */
async function finishSigning(base: string, id: string, people: Signatory[], sign: Sign) {
  await waitUntil(async () => {
    const { status } = (await statusOf(id))!
    if (status === 'completed') return true
    const row = await onDatabase((db) =>
      db
        .selectFrom('signing.signatory as signatory')
        .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
        .select(['email', 'signatory.name'])
        .where('document_id', '=', id)
        .where('signatory.state', '=', 'invited')
        .executeTakeFirst(),
    )
    const person = people.find((one) => one.email === row?.email)
    if (person) await sign(base, person)
    return false
  }, 90)
}

const DEATHS = { finalising: finaliseAndDie, signing: signAndDie, mail: mailAndDie }

describe(`interrupted work is either complete or has no effect (seed ${SEED})`, {
  shuffle: false,
}, () => {
  test.each(ORDER.map((fault, n) => [fault, ORDER[n + 1]] as const))(
    'at “%s”',
    async (fault, after) => {
      const kind = kindOf(fault)
      const next = after && !RESUMED_POINTS[kind].includes(kindOf(after)) ? after : undefined
      for (let round = 1; round <= ROUNDS[kind]; round++)
        await DEATHS[kind](fault, round === ROUNDS[kind] ? next : undefined, round)
    },
    Math.max(...Object.values(ROUNDS)) * PATIENCE,
  )

  test('every expected fault point was reached, and each exists in the product', () => {
    expect([...visitedPoints].sort()).toEqual(ORDER.toSorted())
    const places = sourceFiles(['src', 'modules']).map((path) => readFileSync(path, 'utf8'))
    expect(FAULTS.filter((fault) => !places.some((text) => text.includes(`fault('${fault}')`)))).toEqual([])
    const { finalising, signing, mail } = ROUNDS
    note(
      'crash test (R-02)',
      `${visitedPoints.size} of ${OWN_POINTS.length} fault points, finalising ${finalising} round(s) at each, signing ${signing}, mail ${mail}`,
    )
  })
})
