import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { endReturnedRound } from '#modules/review/inviting/early-return.ts'
import { addExternal, addInternal, listReviewers } from '#modules/review/inviting/reviewer.ts'
import { lapseReviews, reopenDraft } from '#modules/review/inviting/round.ts'
import { acceptAll, rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import {
  enterAsReviewer,
  linkTo,
  OLIVER,
  type Review,
  reviewedDocument,
  sendOut,
} from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let review: Review

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  review = await reviewedDocument(db, cast)
})

const statusOf = async (id = review.documentId) => (await findDocument(db, cast.lin.viewer, id)).status
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    ({ code }) => code as string,
  )
const turnsOf = (documentId = review.documentId) =>
  runningTurns(db).where('round.document_id', '=', documentId).orderBy('turn.id').execute()
const page = async (path: string, client = cast.lin.client) =>
  (await (await client.get(path)).text()).replace(/<!-- -->/g, '')

/** All reviewers accept, and the sender turns the document back into a draft. */
async function throughRound() {
  for (const turn of await turnsOf()) await acceptAll(db, turn)
  await reopenDraft(db, cast.lin.viewer, review.documentId)
}

describe('the reviewers', () => {
  test('are at most three external ones and three colleagues; a fourth is refused in the specification’s words', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    const add = (n: number) =>
      cast.lin.client.post(`/mgmt/${id}/reviewers?kind=external`, {
        name: `Reviewer ${n}`,
        email: `r${n}@kestrel.example`,
        locale: 'en_US',
        reviews: 'yes',
      })
    for (const n of [1, 2, 3]) expect((await add(n)).status).toBe(303)
    const refused = await add(4)
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Maximum of 3 external reviewers'),
    ])
    expect(await page(`/mgmt/${id}/invite-review`)).toContain('Maximum of 3 external reviewers')
    const internal = { account: cast.zhou.viewer.id, reviews: true, signs: false, keeps: false }
    await addInternal(db, cast.lin.viewer, id, internal)
    expect(await codeOf(addInternal(db, cast.lin.viewer, id, internal))).toBe('PARTICIPANT_EMAIL_EXISTS')
    // The form in another tab still offers them. It reports the problem, and then no longer offers them.
    const stale = await cast.lin.client.post(`/mgmt/${id}/reviewers?kind=internal`, {
      account: internal.account,
    })
    expect(await page2(stale)).toEqual([422, expect.stringMatching(/role="alert"[^>]*>[^<]*email/i)])
    expect(await page(`/mgmt/${id}/reviewers/new?kind=internal`)).not.toContain(internal.account)
  })

  test('see the number of their own reviews, not of the document’s, if they were added later', async () => {
    await throughRound()
    const email = 'late@kestrel.example'
    const lateId = await addExternal(db, cast.lin.viewer, review.documentId, { ...OLIVER, email })
    await sendOut(db, cast.lin.viewer, review.documentId)
    const late = await enterAsReviewer(db, await linkTo(db, email), email)
    expect(await page(`/review/${lateId}/review-doc`, late)).toContain('This is your review 1 of 3')
    expect(await page(`/mgmt/${review.documentId}/review-doc`, cast.zhou.client)).toContain(
      'This is your review 2 of 3',
    )
  })

  test('are three if ten are added at once', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        codeOf(addExternal(db, cast.lin.viewer, id, { ...OLIVER, email: `at-once-${n}@kestrel.example` })),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    expect(await listReviewers(db, id)).toHaveLength(3)
  })

  test('have different emails and phone numbers', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    await addExternal(db, cast.lin.viewer, id, { ...OLIVER, mobile: '+8613800000001' })
    const again = (more: Partial<typeof OLIVER>) =>
      codeOf(addExternal(db, cast.lin.viewer, id, { ...OLIVER, ...more }))
    expect(await again({ email: 'OLIVER@kestrel.example'.toLowerCase() })).toBe('PARTICIPANT_EMAIL_EXISTS')
    expect(await again({ email: 'other@kestrel.example', mobile: '+8613800000001' })).toBe(
      'PARTICIPANT_MOBILE_EXISTS',
    )
  })

  test('cannot be people of another team, the sender, or an unknown account', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    for (const account of [cast.hannah.viewer.id, cast.lin.viewer.id, crypto.randomUUID()])
      expect(
        await codeOf(
          addInternal(db, cast.lin.viewer, id, { account, reviews: true, signs: false, keeps: false }),
        ),
      ).toBe('PARTICIPANT_NOT_EXISTS')
  })

  test('must exist, and required fields must be filled, before anything is sent', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    const due = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const start = async () =>
      page2(await cast.lin.client.post(`/mgmt/${id}/invite-review`, { due, note: '' }))
    expect(await start()).toEqual([422, expect.stringContaining('Please set a reviewer before the review')])
    const late = await cast.lin.client.post(`/mgmt/${id}/invite-review`, {
      due: '2020-01-01',
      note: 'kept words',
    })
    expect(await page2(late)).toEqual([
      422,
      expect.stringMatching(
        /from today to 90 days ahead[\s\S]*kept words|kept words[\s\S]*from today to 90 days ahead/,
      ),
    ])
    await addExternal(db, cast.lin.viewer, id, OLIVER)
    const { answers } = await findDocument(db, cast.lin.viewer, id)
    const emptied = JSON.stringify({ ...answers, fields: {} })
    await db.updateTable('documents.document').set({ answers: emptied }).where('id', '=', id).execute()
    expect(await start()).toEqual([422, expect.stringContaining('required fields')])
    expect(await statusOf(id)).toBe('draft')
  })
})

const page2 = async (answer: Response) => [answer.status, await answer.text()]

describe('rounds', () => {
  test('are three for each reviewer; a fourth without available reviewers is refused', async () => {
    for (let round = 1; round <= 3; round++) {
      if (round > 1) await sendOut(db, cast.lin.viewer, review.documentId)
      await throughRound()
    }
    expect(await codeOf(sendOut(db, cast.lin.viewer, review.documentId))).toBe('REVIEW_ROUNDS_USED')
    expect(await statusOf()).toBe('draft')
    // Only reviewers with reviews left are invited.
    const fresh = await addExternal(db, cast.lin.viewer, review.documentId, {
      ...OLIVER,
      email: 'new@kestrel.example',
    })
    await sendOut(db, cast.lin.viewer, review.documentId)
    expect((await turnsOf()).map(({ reviewer_id }) => reviewer_id)).toEqual([fresh])
  })

  test('do not count if they expire unanswered', async () => {
    const [zhou, oliver] = await turnsOf()
    await rejectAndReturn(db, oliver!, 'No')
    await endReturnedRound(db, cast.lin.viewer, review.documentId)
    expect(await codeOf(acceptAll(db, zhou!))).toBe('TASK_LAPSED')
    const used = (await listReviewers(db, review.documentId)).map(({ name, used }) => [name, used])
    expect(used).toEqual([
      ['zhou', 0],
      ['Oliver Grant', 1],
    ])
    const seen = await cast.zhou.client.get(`/mgmt/${review.documentId}/review-doc`)
    expect(await page2(seen)).toEqual([410, expect.stringContaining('The task has lapsed.')])
  })

  test('have one result, without an unexpected error, for a concurrent return and acceptance in any order', async () => {
    const turns = await turnsOf()
    const answers = await Promise.all(
      turns.flatMap((turn) => [codeOf(acceptAll(db, turn)), codeOf(rejectAndReturn(db, turn, 'No'))]),
    )
    expect(new Set(answers)).toEqual(new Set(['done', 'TASK_LAPSED']))
    const status = await statusOf()
    const rejected = await db
      .selectFrom('review.turn')
      .select('id')
      .where('round_id', '=', turns[0]!.round_id)
      .where('state', '=', 'returned')
      .execute()
    expect(status).toBe(rejected.length ? 'returned' : 'approved')
  })

  test('prevent editing and finalising while they run; once withdrawn, the document is a draft', async () => {
    const { lin } = cast
    const edit = await lin.client.get(`/mgmt/${review.documentId}/edit-doc`)
    expect(edit.headers.get('location')).toBe(`/mgmt/${review.documentId}/review-doc`)
    const { version } = await findDocument(db, lin.viewer, review.documentId)
    expect(
      (await lin.client.post(`/mgmt/${review.documentId}/finalisation`, { version: String(version) })).status,
    ).toBe(409)
    const taken = await lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)
    expect(taken.status).toBe(303)
    expect(await statusOf()).toBe('draft')
    const draft = await (await lin.client.get(taken.headers.get('location')!)).text()
    expect(draft).toContain('You have withdrawn the document.')
    expect((await lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)).status).toBe(409)
  })

  test('return the document to its sender once, a day after the deadline', async () => {
    await db
      .updateTable('review.round')
      .set({ due_at: new Date(0) })
      .where('document_id', '=', review.documentId)
      .execute()
    await Promise.all([lapseReviews.now(db, {}), lapseReviews.now(db, {})])
    expect(await statusOf()).toBe('returned')
    expect(await page(`/mgmt/${review.documentId}/refund-doc`)).toContain('The due date passed')
  })
})

describe('the tasks', () => {
  const tasks = async (accountId: string) =>
    (
      await db
        .selectFrom('messaging.task')
        .select(['type', 'state'])
        .where('account_id', '=', accountId)
        .where('document_id', '=', review.documentId)
        .orderBy('id')
        .execute()
    ).map(({ type, state }) => `${type} ${state}`)

  test('are a review for the colleague and a return for the sender, each ended by its action', async () => {
    const { lin, zhou } = cast
    expect(await tasks(zhou.viewer.id)).toEqual(['review todo'])
    const [, oliver] = await turnsOf()
    await rejectAndReturn(db, oliver!, 'No')
    expect([await tasks(zhou.viewer.id), await tasks(lin.viewer.id)]).toEqual([
      ['review todo'],
      ['return todo'],
    ])
    await endReturnedRound(db, lin.viewer, review.documentId)
    expect([await tasks(zhou.viewer.id), await tasks(lin.viewer.id)]).toEqual([
      ['review invalid'],
      ['return todo'],
    ])
    await reopenDraft(db, lin.viewer, review.documentId)
    expect(await tasks(lin.viewer.id)).toEqual(['return done'])
  })

  test('have reminders once a day', async () => {
    const remind = () =>
      cast.lin.client.post(`/mgmt/${review.documentId}/reviewers/${review.oliverId}/reminder`)
    const before = (await mailsTo(db, OLIVER.email)).length
    const start = Date.now()
    try {
      const statuses = []
      for (const hours of [0, 20, 25]) {
        setClock(() => new Date(start + (hours - 25) * HOUR))
        statuses.push((await remind()).status)
      }
      expect([statuses, (await mailsTo(db, OLIVER.email)).length - before]).toEqual([[303, 429, 303], 2])
    } finally {
      setClock(null)
    }
  })
})

describe('an action that is no longer possible', () => {
  const at = () => `/mgmt/${review.documentId}`
  const send = async (path: string, fields = {}) =>
    page2(await cast.lin.client.post(`${at()}/${path}`, fields)) as Promise<[number, string]>

  test('is reported on the page of the review, which has links to continue', async () => {
    const reminder = `reviewers/${review.oliverId}/reminder`
    await send(reminder)
    const [tooSoon, page] = await send(reminder)
    expect([tooSoon, page]).toEqual([
      429,
      expect.stringMatching(/role="alert"[^>]*>Reminded less than a day ago[^<]* from \d{4}-\d\d-\d\d/),
    ])
    expect(page).toContain('0 of 2 have responded')
    await send('review-withdrawal')
    for (const path of ['review-withdrawal', 'reopening', reminder]) {
      const [status, html] = await send(path)
      expect([path, status, html.includes('You withdrew the document')]).toEqual([path, 409, true])
    }
  })

  test('is not carried out for a proposal whose clause has changed, and the list says so', async () => {
    const oliver = await enterAsReviewer(db, review.link)
    const paper = await page(`/review/${review.oliverId}/review-doc`, oliver)
    const place = /at=([\w-]+)&amp;side=en/.exec(paper)![1]!
    for (const wording of ['First wording.', 'Second wording.'])
      await oliver.post(`/review/${review.oliverId}/comments`, { place, side: 'en', wording })
    await send('review-withdrawal')
    const open = [...(await page(`${at()}/review-doc`)).matchAll(/id="listed-([\w-]+)"/g)].map(([, id]) => id)
    const take = (id?: string) =>
      send(`comments/${id}/decision?list=open`, { state: 'taken', from: 'listed' })
    expect((await take(open[0]))[0]).toBe(303)
    expect(await take(open[1])).toEqual([
      409,
      expect.stringMatching(/role="alert"[^>]*>The clause has changed since/),
    ])
  })
})

describe('a changed address of a reviewer', () => {
  const change = async (email: string) =>
    page2(
      await cast.lin.client.post(`/mgmt/${review.documentId}/reviewers/${review.oliverId}/email`, { email }),
    )

  test('is accepted once: the old link is invalid and says so, a new one is sent', async () => {
    expect(await change(OLIVER.email)).toEqual([422, expect.stringContaining('same as the current one')])
    expect((await change('grant@kestrel.example'))[0]).toBe(303)
    const old = await newClient(db).get(review.link)
    expect(await page2(old)).toEqual([410, expect.stringContaining('We sent a newer link to')])
    expect((await mailsTo(db, 'grant@kestrel.example')).length).toBe(1)
    // The sender sees the new address.
    expect(await page(`/mgmt/${review.documentId}/review-doc`)).toContain('grant@kestrel.example')
    expect(await change('third@kestrel.example')).toEqual([422, expect.stringContaining('only once')])
  })
})

test('a colleague who has left the team can no longer read or answer, from the next request on', async () => {
  const { zhou, hannah } = cast
  const at = `/mgmt/${review.documentId}`
  const statuses = async () => [
    (await zhou.client.get(`${at}/review-doc`)).status,
    (await zhou.client.post(`${at}/review/comments`, { key: 'left-0001', place: 'part:title', words: 'Hm' }))
      .status,
    (await zhou.client.post(`${at}/review/rejection`, { reasons: '' })).status,
  ]
  const move = (team_id: string) =>
    db.updateTable('accounts.account').set({ team_id }).where('id', '=', zhou.viewer.id).execute()
  expect(await statuses()).toEqual([200, 303, 422])
  try {
    await move(hannah.viewer.teamId)
    expect(await statuses()).toEqual([404, 404, 404])
  } finally {
    await move(zhou.viewer.teamId)
  }
})
