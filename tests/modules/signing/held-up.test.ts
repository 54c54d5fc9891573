import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { usesLeft } from '#modules/orders/ledger/usage-summary.ts'
import { sign } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { notifyOfDelay } from '#modules/signing/running/held-up.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { putFile } from '#src/jobs/storage.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import '#src/app/events.ts'
import { rehearseSignings } from '#tests/support/rehearsal.ts'

rehearseSignings()

const context = setUpCast()
const TYPED = { kind: 'typed', text: '陈莲' } as const
const [FIRST, SECOND] = SIGNATORIES as [(typeof SIGNATORIES)[0], (typeof SIGNATORIES)[0]]

afterEach(async () => {
  setClock(null)
  await sql`delete from pgboss.job`.execute(context.db)
})

/**
 * A signing after its first signature, whose stored file cannot be signed although it is the file that was
 * sent.
 */
async function startDelayedSigning() {
  const { db, cast } = context
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  const { id: signingId } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const bytes = Buffer.from(pdfWith()).subarray(0, 500)
  const sha256 = hashOf(bytes)
  const key = `signings/${signingId}/0-broken.pdf`
  await putFile(db, key, bytes)
  await db.updateTable('signing.revision').set({ key, sha256 }).where('signing_id', '=', signingId).execute()
  const { id } = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', signingId)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow()
  await sign(db, await turnOf(db, id), TYPED)
  await workWaitingJobs(db, { forgiving: true })
  return { documentId, signingId }
}

const esigns = async () => (await usesLeft(context.db, context.cast.lin.viewer, 'esign')).unused

test('people are notified once within minutes; staff see the cause and end the signing, and the document can be sent again', async () => {
  const { db, cast } = context
  const { documentId, signingId } = await startDelayedSigning()
  const before = await esigns()
  await notifyOfDelay.now(db, {})
  expect((await cast.ruo.client.get('/readyz').then((answer) => answer.json())).heldUpSignings).toBe(1)
  const later = new Date(Date.now() + 6 * MINUTE)
  setClock(() => later)
  await notifyOfDelay.now(db, {})
  await notifyOfDelay.now(db, {})
  for (const email of [cast.lin.viewer.email!, FIRST.email]) {
    const mails = await db
      .selectFrom('platform.mail')
      .select('subject')
      .where('recipient', '=', email)
      .execute()
    expect(mails.filter(({ subject }) => /held up|受阻/.test(subject))).toHaveLength(1)
  }
  const messages = await db
    .selectFrom('messaging.message')
    .select('account_id')
    .where('kind', '=', 'signingHeldUp')
    .execute()
  expect(messages).toEqual([{ account_id: cast.lin.viewer.id }])
  const waiting = await db
    .selectFrom('platform.mail')
    .select('id')
    .where('recipient', '=', SECOND.email)
    .execute()
  expect(waiting).toEqual([])

  const desk = await (await cast.ruo.client.get('/desk/jobs')).text()
  expect(desk).toContain(`/desk/signings/${signingId}/end`)
  expect(await (await cast.ruo.client.get(`/desk/signings/${signingId}/end`)).text()).toContain('Cause:')
  expect((await cast.lin.client.post(`/desk/signings/${signingId}/end`)).status).toBe(404)
  expect((await cast.ruo.client.post(`/desk/signings/${signingId}/end`)).status).toBe(303)
  expect((await cast.ruo.client.post(`/desk/signings/${signingId}/end`)).status).toBe(409)
  expect(await esigns()).toBe(before + 1)
  for (const email of [cast.lin.viewer.email!, FIRST.email])
    expect((await lastMailTo(db, email)).subject).toMatch(/Signing ended|签署已终止/)
  const page = await (await cast.lin.client.get(`/mgmt/${documentId}/signing`)).text()
  expect(page).toContain('could not be completed')
  const log = await (await cast.lin.client.get(`/mgmt/${documentId}/action-log`)).text()
  expect(log).toContain('Signing ended by us')
  await startSigning(db, cast.lin.viewer, documentId, 'en_US')
})

test('a signing that is not delayed cannot be ended', async () => {
  const { db, cast } = context
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  const { id } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  expect((await cast.ruo.client.post(`/desk/signings/${id}/end`)).status).toBe(409)
  expect((await cast.ruo.client.get('/desk/signings/nothing/end')).status).toBe(404)
})
