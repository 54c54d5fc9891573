import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { connect, type Db } from '#src/app/database.ts'
import { FAULTS, type Fault } from '#src/core/fault.ts'
import { type Client, newRemoteClient } from '#tests/support/client.ts'
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
import {
  freePort,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'

const LONG = process.env.LONG === '1'
const ROUNDS = LONG ? 5 : 1
/** R-02 asks for 500 rounds of finalising, over its six fault points. */
const FINALISE_ROUNDS = LONG ? 84 : 1
/** Milliseconds a round may take before the test gives up. */
const PATIENCE = 120_000

let dataDir: string
let port: string
/** The administrator's browser, which stays in over every restart. */
let client: Client
const visited = new Set<Fault>()

beforeAll(async () => {
  dataDir = await playedDataDir()
  port = String(await freePort())
  const server = await healthy()
  client = await logIn(server.base)
  await server.stop()
})
afterEach(stopAllServers)
afterAll(() => removeDataDir(dataDir))

/** Always at the same address, so that a browser that has entered stays in over a restart. */
const healthy = () => startServer({ DATA_DIR: dataDir, PORT: port })

async function until<T>(look: () => Promise<T | null | undefined | false>, seconds = 30): Promise<T> {
  for (let tries = 0; tries < seconds * 5; tries++) {
    const found = await look().catch(() => null)
    if (found) return found
    await wait(200)
  }
  throw new Error(`not within ${seconds} s`)
}

/** Runs `action` on a server that kills itself at `fault`, then brings up a healthy one. */
async function dieAt(
  fault: Fault,
  action: (server: RunningServer) => Promise<unknown>,
): Promise<RunningServer> {
  const doomed = await startServer({ DATA_DIR: dataDir, PORT: port, FAULT: fault })
  await onDatabase((db) => sql`delete from platform.rate_limit`.execute(db))
  const done = action(doomed).catch((error: unknown) => error)
  const end = await Promise.race([doomed.ended, wait(60_000, 'alive')])
  expect([fault, end, end === 'alive' && (await done)]).toEqual([fault, 'SIGKILL', false])
  visited.add(fault)
  await done
  return healthy()
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

const inGroup = (group: string) => FAULTS.filter((fault) => fault.startsWith(group))

test.each([...inGroup('finalise'), ...inGroup('final files')])(
  'killed at “%s”, the document is a draft or final, never between',
  async (fault) => {
    for (let round = 0; round < FINALISE_ROUNDS; round++) {
      let draft = { id: '', version: 0 }
      let answered = 0
      const server = await dieAt(fault, async () => {
        draft = await draftNda(client)
        answered = (await finalise(client, draft)).status
      })
      const { status } = (await statusOf(draft.id))!
      expect(['draft', 'finalised']).toContain(status)
      if (answered === 303) expect(status).toBe('finalised')
      if (status === 'finalised') {
        const file = await until(async () => {
          const answer = await client.get(`/mgmt/${draft.id}/final.pdf`)
          return answer.status === 200 && answer
        })
        expect(file.headers.get('content-type')).toBe('application/pdf')
      }
      const actions = await expectWholeLog(draft.id)
      expect(actions.filter((action) => action === 'finalise').length).toBe(status === 'finalised' ? 1 : 0)
      await server.stop()
    }
  },
  FINALISE_ROUNDS * PATIENCE,
)

test.each([...inGroup('sign'), ...inGroup('stamp'), ...inGroup('close')])(
  'killed at “%s”, every signature is there once and the signing comes to its end',
  async (fault) => {
    for (let round = 0; round < ROUNDS; round++) {
      const mark = `${fault.replace(/\W+/g, '-')}-${round}`
      const before = await healthy()
      const draft = await draftNda(client)
      await finalise(client, draft)
      await until(async () => (await client.get(`/mgmt/${draft.id}/final.pdf`)).status === 200)
      const [first, second] = await startSigning(client, draft.id, mark)
      await waitForInvitation(before.base, first!.email)
      await before.stop()

      const inside = new Map<string, Awaited<ReturnType<typeof enterAsSignatory>>>()
      const sign: Sign = async (base, one) => {
        const entered = inside.get(one.email) ?? (await enterAsSignatory(base, one.email))
        inside.set(one.email, entered)
        return signTyped(entered, one.name)
      }
      const server = await dieAt(fault, async ({ base }) => {
        await sign(base, first!)
        if (fault.startsWith('close')) await sign(base, second!)
      })
      await finishSigning(server.base, draft.id, [first!, second!], sign)
      const actions = await expectWholeLog(draft.id)
      expect(actions.filter((action) => action === 'sign')).toHaveLength(2)
      expect(actions.filter((action) => action === 'complete-signing')).toHaveLength(1)
      const mails = await until(() =>
        onDatabase(async (db) => {
          const rows = db.selectFrom('platform.mail').select(['recipient', 'subject', 'state'])
          const all = await rows.where('recipient', 'like', `${mark}%`).execute()
          return all.every((mail) => mail.state === 'sent') && all
        }),
      )
      for (const one of [first!, second!])
        for (const subject of ['Please sign', 'Signed by all'])
          expect([
            one.email,
            subject,
            mails.filter((m) => m.recipient === one.email && m.subject.startsWith(subject)).length,
          ]).toEqual([one.email, subject, 1])
      await server.stop()
    }
  },
  ROUNDS * PATIENCE,
)

async function waitForInvitation(base: string, email: string) {
  await until(async () => {
    const messages = (await (await fetch(`${base}/outbox.json`)).json()) as { to: string }[]
    return messages.some((message) => message.to === email)
  })
}

type Sign = (base: string, one: { email: string; name: string }) => Promise<unknown>

/** Whoever is asked signs, until the document is completed: what a patient person would do after a crash. */
async function finishSigning(
  base: string,
  id: string,
  people: { email: string; name: string }[],
  sign: Sign,
) {
  await until(async () => {
    const { status } = (await statusOf(id))!
    if (status === 'completed') return true
    const asked = await onDatabase((db) =>
      db
        .selectFrom('signing.signatory as signatory')
        .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
        .select(['email', 'signatory.name'])
        .where('document_id', '=', id)
        .where('signatory.state', '=', 'invited')
        .executeTakeFirst(),
    )
    const person = people.find((one) => one.email === asked?.email)
    if (person) await sign(base, person)
    return false
  }, 90)
}

test.each(inGroup('mail'))(
  'killed at “%s”, the mail goes out once',
  async (fault) => {
    const address = `${fault.replace(/\W+/g, '-')}@example.com`
    const server = await dieAt(fault, async ({ base }) => {
      const client = newRemoteClient(base)
      const page = await (await client.get('/acct/register')).text()
      const captchaId = /name="captchaId" value="([^"]+)"/.exec(page)![1]!
      await client.post('/acct/codes', {
        purpose: 'register',
        channel: 'email',
        email: address,
        captcha: 'qishu',
        captchaId,
      })
    })
    const mails = await until(() =>
      onDatabase(async (db) => {
        const rows = await db
          .selectFrom('platform.mail')
          .select('state')
          .where('recipient', '=', address)
          .execute()
        return rows.length > 0 && rows.every((row) => row.state === 'sent') && rows
      }),
    )
    expect(mails).toHaveLength(1)
    await server.stop()
  },
  120_000,
)

test('every fault point was visited', () => {
  expect([...visited].sort()).toEqual([...FAULTS].sort())
  note(
    'crash test (R-02)',
    `${visited.size} of ${FAULTS.length} fault points, finalising ${FINALISE_ROUNDS} round(s) at each, the others ${ROUNDS}`,
  )
})
