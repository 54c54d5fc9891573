import { beforeAll, describe, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { renameDocument } from '#modules/documents/document.ts'
import { deleteDraft } from '#modules/documents/drafts/deletion.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument, moveTo } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { STATUSES, type Status } from '#modules/documents/status.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { caseCount } from '#tests/support/runs.ts'

let db: Db
let cast: Cast
let lin: Viewer

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  lin = cast.lin.viewer
})

/** Listed here again, so that a change of the product's table fails this test. */
const ALLOWED = new Set([
  'draft → in_review',
  'draft → finalised',
  'in_review → returned',
  'in_review → approved',
  'returned → draft',
  'approved → draft',
  'approved → finalised',
  'finalised → signing',
  'signing → finalised',
  'signing → completed',
])

const statusOf = async (id: string) =>
  (await db.selectFrom('documents.document').select('status').where('id', '=', id).executeTakeFirst())?.status

const isDeleted = async (id: string) =>
  (await db.selectFrom('documents.document').select('deleted_at').where('id', '=', id).executeTakeFirst())
    ?.deleted_at instanceof Date

const actionsOf = async (id: string) => (await listActions(db, id)).map((row) => row.action)

describe('the table of status changes', () => {
  test('has every pair of states: ten are allowed, all others are refused and change nothing', async () => {
    const { id } = await filledDraft(db, lin)
    const putStatus = (status: Status) =>
      db.updateTable('documents.document').set({ status }).where('id', '=', id).execute()
    let allowedCount = 0
    for (const from of STATUSES)
      for (const to of STATUSES) {
        await putStatus(from)
        const move = `${from} → ${to}`
        const outcome = await moveTo(db, id, to).then(
          () => true,
          (error: AppError) => error.code,
        )
        expect([move, outcome]).toEqual([move, ALLOWED.has(move) ? true : 'DOCUMENT_STATUS_WRONG'])
        expect([move, await statusOf(id)]).toEqual([move, ALLOWED.has(move) ? to : from])
        if (outcome === true) allowedCount++
      }
    expect(allowedCount).toBe(10)
  })

  test('allows no change of an unknown document', async () => {
    for (const to of STATUSES) await expect(moveTo(db, newId(), to)).rejects.toThrow('DOCUMENT_STATUS_WRONG')
  })

  test('is also enforced by the database: other words are not accepted as state', async () => {
    const { id } = await filledDraft(db, lin)
    const wrongUpdate = db
      .updateTable('documents.document')
      .set({ status: 'deleted' as Status })
      .where('id', '=', id)
      .execute()
    await expect(wrongUpdate).rejects.toThrow(/document_status/)
  })

  test('allows no change of a deleted draft, in the database too', async () => {
    const { id } = await filledDraft(db, lin)
    await deleteDraft(db, lin, id)
    for (const to of STATUSES) await expect(moveTo(db, id, to)).rejects.toThrow('DOCUMENT_STATUS_WRONG')
    const wrongUpdate = db
      .updateTable('documents.document')
      .set({ status: 'finalised' })
      .where('id', '=', id)
      .execute()
    await expect(wrongUpdate).rejects.toThrow(/document_deleted/)
  })
})

const ROUNDS = caseCount(5, 100)

/** The results of two concurrent actions: the codes of the refusals, in the order of the actions. */
async function runBoth(
  action: () => Promise<unknown>,
  otherAction: () => Promise<unknown>,
): Promise<string[]> {
  const results = await Promise.allSettled([action(), otherAction()])
  return results.map((end) => {
    if (end.status === 'fulfilled') return 'done'
    expect(end.reason).toBeInstanceOf(AppError)
    return (end.reason as AppError).code
  })
}

/** Half of the rounds start with the first action, half with the second. */
async function inBothOrders(round: (swap: boolean) => Promise<void>) {
  for (let n = 0; n < ROUNDS * 2; n++) await round(n % 2 === 1)
}

describe('two concurrent actions', () => {
  test('finalise and delete: one succeeds, the document is final or deleted, and its log shows which', async () => {
    await inBothOrders(async (swap) => {
      const { id, version } = await filledDraft(db, lin)
      const actions = [() => finaliseDocument(db, lin, id, version), () => deleteDraft(db, lin, id)] as const
      const results = swap ? (await runBoth(actions[1], actions[0])).reverse() : await runBoth(...actions)
      expect(results.filter((end) => end === 'done')).toHaveLength(1)
      if (results[0] === 'done') {
        expect(results[1]).toBe('DOCUMENT_STATUS_WRONG')
        expect([await statusOf(id), (await actionsOf(id)).at(-1)]).toEqual(['finalised', 'finalise'])
      } else {
        expect(results[0]).toBe('NOT_FOUND')
        expect([await isDeleted(id), await statusOf(id), (await actionsOf(id)).at(-1)]).toEqual([
          true,
          'draft',
          'delete',
        ])
      }
    })
  })

  test('finalise and save: one succeeds, and a final document has the finalised text', async () => {
    await inBothOrders(async (swap) => {
      const { id, version } = await filledDraft(db, lin)
      const { answers } = await findDocument(db, lin, id)
      const later = {
        ...answers,
        fields: { ...answers.fields, project: { zh: '后来的文字', en: 'later words' } },
      }
      const finalise = () => finaliseDocument(db, lin, id, version)
      const save = () => saveAnswers(db, lin, id, { version, answers: later })
      const results = swap ? (await runBoth(save, finalise)).reverse() : await runBoth(finalise, save)
      const currentDocument = await findDocument(db, lin, id)
      if (results[0] === 'done') {
        expect(results[1]).toBe('DOCUMENT_STATUS_WRONG')
        expect([currentDocument.status, currentDocument.version, currentDocument.answers]).toEqual([
          'finalised',
          version,
          answers,
        ])
      } else {
        expect(results).toEqual(['DOCUMENT_CONFLICT', 'done'])
        expect([currentDocument.status, currentDocument.version, currentDocument.answers]).toEqual([
          'draft',
          version + 1,
          later,
        ])
      }
      expect(findBrokenLink(await listActions(db, id))).toBeNull()
    })
  })

  test('rename and finalise: a final document has the same name in its row and its log', async () => {
    await inBothOrders(async (swap) => {
      const { id, version } = await filledDraft(db, lin)
      const rename = () => renameDocument(db, lin, id, { name: `Renamed ${id}`, number: `R ${id}` })
      const finalise = () => finaliseDocument(db, lin, id, version)
      const results = swap ? (await runBoth(rename, finalise)).reverse() : await runBoth(finalise, rename)
      expect(results[0]).toBe('done')
      const renamed = (await findDocument(db, lin, id)).name === `Renamed ${id}`
      expect(renamed).toBe(results[1] === 'done')
      expect((await actionsOf(id)).filter((action) => action === 'rename')).toHaveLength(renamed ? 1 : 0)
    })
  })

  test('two saves of one version: one is stored, the other response contains the stored one', async () => {
    const { id, version } = await filledDraft(db, lin)
    const { answers } = await findDocument(db, lin, id)
    const saves = await Promise.all(
      Array.from({ length: 20 }, () => saveAnswers(db, lin, id, { version, answers })),
    )
    expect(saves.filter((saved) => !('conflict' in saved))).toHaveLength(1)
    expect((await findDocument(db, lin, id)).version).toBe(version + 1)
  })

  test('two starts of a signing: one succeeds, and each signatory is invited once', async () => {
    for (let n = 0; n < Math.min(ROUNDS, 20); n++) {
      const id = await finalisedDocument(db, lin)
      await storeSetting(db, lin, id, SIGNATORIES)
      const start = () => startSigning(db, lin, id, 'en_US')
      const previousState = await invitations()
      expect((await runBoth(start, start)).sort()).toEqual(['DOCUMENT_STATUS_WRONG', 'done'])
      expect(await invitations()).toBe(previousState + 1)
      const signings = await db
        .selectFrom('signing.signing')
        .selectAll()
        .where('document_id', '=', id)
        .execute()
      expect(signings).toHaveLength(1)
      expect((await actionsOf(id)).filter((action) => action === 'start-signing')).toHaveLength(1)
    }
  })
})

async function invitations(): Promise<number> {
  const mails = await db
    .selectFrom('platform.mail')
    .select('id')
    .where('recipient', '=', SIGNATORIES[0]!.email)
    .execute()
  return mails.length
}
