import { beforeAll, describe, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { endSigning } from '#modules/signing/outcome.ts'
import { decline, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import type { SignatoryState, SigningState } from '#modules/signing/schema.ts'
import { expireSignings } from '#modules/signing/signing.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { openCast } from '#tests/cast/people.ts'
import { signingDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { caseCount } from '#tests/support/runs.ts'

let db: Db
let lin: Viewer

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db)).lin.viewer
})

const TYPED = { kind: 'typed', text: '陈莲' } as const

const ACTIONS = {
  sign: async (id: string) => sign(db, await turnOf(db, id), TYPED),
  decline: async (id: string) => decline(db, await turnOf(db, id), '条款有误'),
}

const stateOf = async (id: string) =>
  (await db.selectFrom('signing.signatory').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state

const documentStatus = async (id: string) =>
  (await db.selectFrom('documents.document').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

const outcome = (action: Promise<unknown>) =>
  action.then(
    () => 'done',
    (error) => {
      expect(error).toBeInstanceOf(AppError)
      return (error as AppError).code
    },
  )

describe('the table of turns', () => {
  const SIGNATORY: SignatoryState[] = ['waiting', 'invited', 'signing', 'signed', 'declined']
  const SIGNING: SigningState[] = ['started', 'completed', 'declined', 'expired']

  test('allows an invited signatory of a running signing to sign or decline, and nobody else', async () => {
    let allowed = 0
    const { signatoryId, documentId } = await signingDocument(db, lin)
    const { signing_id } = await turnOf(db, signatoryId)
    for (const state of SIGNATORY)
      for (const signing of SIGNING)
        for (const action of ['sign', 'decline'] as const) {
          await db
            .updateTable('documents.document')
            .set({ status: 'signing' })
            .where('id', '=', documentId)
            .execute()
          await db
            .updateTable('signing.signing')
            .set({ state: signing })
            .where('id', '=', signing_id)
            .execute()
          await db.updateTable('signing.signatory').set({ state }).where('id', '=', signatoryId).execute()
          const may = state === 'invited' && signing === 'started'
          const end = await outcome(ACTIONS[action](signatoryId))
          expect([state, signing, action, end]).toEqual([
            state,
            signing,
            action,
            may ? 'done' : 'SIGNING_STATUS_WRONG',
          ])
          if (may) allowed++
          else
            expect([state, signing, action, await stateOf(signatoryId)]).toEqual([
              state,
              signing,
              action,
              state,
            ])
        }
    expect(allowed).toBe(2)
  })

  test('allows a running signing to end in three ways, and an ended one in none', async () => {
    for (const end of ['completed', 'declined', 'expired'] as const) {
      const { signatoryId, documentId } = await signingDocument(db, lin)
      const { signing_id } = await turnOf(db, signatoryId)
      expect(await endSigning(db, signing_id, end)).toBe(true)
      expect(await documentStatus(documentId)).toBe(end === 'completed' ? 'completed' : 'finalised')
      for (const again of ['completed', 'declined', 'expired'] as const)
        expect(await endSigning(db, signing_id, again)).toBe(false)
      expect(await documentStatus(documentId)).toBe(end === 'completed' ? 'completed' : 'finalised')
    }
  })

  test('ends after thirty days: then no one can sign, and the document can be sent again', async () => {
    const { signatoryId, documentId } = await signingDocument(db, lin)
    const late = Date.now() + 30 * DAY + 1000
    setClock(() => new Date(late))
    try {
      expect(await outcome(ACTIONS.sign(signatoryId))).toBe('SIGNING_STATUS_WRONG')
      await expireSignings.now(db, {})
    } finally {
      setClock(null)
    }
    expect(await documentStatus(documentId)).toBe('finalised')
    expect((await listActions(db, documentId)).at(-1)!.action).toBe('expire-signing')
  })
})

const ROUNDS = caseCount(3, 40)

describe('two concurrent actions', () => {
  test.each([
    ['sign', 'decline'],
    ['decline', 'sign'],
    ['sign', 'sign'],
    ['decline', 'decline'],
  ] as const)('%s and %s: one takes effect, in log and document too', async (one, other) => {
    for (let n = 0; n < ROUNDS; n++) {
      const { signatoryId, documentId } = await signingDocument(db, lin)
      const turn = await turnOf(db, signatoryId)
      const actions = { sign: () => sign(db, turn, TYPED), decline: () => decline(db, turn, '条款有误') }
      const ends = await Promise.all([outcome(actions[one]()), outcome(actions[other]())])
      expect([...ends].sort()).toEqual(['SIGNING_STATUS_WRONG', 'done'])
      const signed = (ends[0] === 'done' ? one : other) === 'sign'
      expect(await stateOf(signatoryId)).toBe(signed ? 'signing' : 'declined')
      expect(await documentStatus(documentId)).toBe(signed ? 'signing' : 'finalised')
      const log = await listActions(db, documentId)
      const turns = log.filter((row) => ['sign', 'decline-signing'].includes(row.action))
      expect(turns.map((row) => row.action)).toEqual([signed ? 'sign' : 'decline-signing'])
      expect(findBrokenLink(log)).toBeNull()
    }
  })

  test('a signature being written and the expiry: the file is signed or the signing has expired', async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { signatoryId, documentId } = await signingDocument(db, lin)
      const { signing_id } = await turnOf(db, signatoryId)
      await ACTIONS.sign(signatoryId)
      await Promise.all([
        writeSignatureJob.now(db, { signatoryId }),
        db.transaction().execute((trx) => endSigning(trx, signing_id, 'expired')),
      ])
      expect(await documentStatus(documentId)).toBe('finalised')
      const invited = await db
        .selectFrom('signing.signatory')
        .select('id')
        .where('signing_id', '=', signing_id)
        .where('state', '=', 'invited')
        .execute()
      expect(invited.length).toBeLessThanOrEqual(1)
    }
  })
})
