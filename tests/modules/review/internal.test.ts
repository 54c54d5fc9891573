import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInternal } from '#modules/review/inviting/reviewer.ts'
import { acceptAll, rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { newId } from '#src/core/ids.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterAsReviewer, type Review, reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let review: Review
let oliver: Client

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  review = await reviewedDocument(db, cast)
  oliver = await enterAsReviewer(db, review.link)
})

const insidePath = () => `/mgmt/${review.documentId}`
const outsidePath = () => `/review/${review.oliverId}`
const page = async (client: Client, path: string) =>
  (await (await client.get(path)).text()).replace(/<!-- -->/g, '')

/** Comments on the title; returns the comment. */
async function say(client: Client, base: string, words: string, more: Record<string, string> = {}) {
  const sent = await client.post(`${base}/comments`, { key: newId(), place: 'part:title', words, ...more })
  expect(sent.status).toBe(303)
  return db.selectFrom('review.comment').selectAll().where('words', '=', words).executeTakeFirstOrThrow()
}

const stateOf = (id: string) =>
  db.selectFrom('review.comment').select('internal').where('id', '=', id).executeTakeFirst()

describe('the readers of a comment', () => {
  test('are the team by default, everyone by choice, and always everyone if an outsider wrote it', async () => {
    const { lin, zhou } = cast
    const comments = [
      await say(zhou.client, `${insidePath()}/review`, 'By default'),
      await say(zhou.client, `${insidePath()}/review`, 'By choice', { audience: 'all' }),
      await say(lin.client, insidePath(), 'By the sender', { audience: 'nonsense' }),
      await say(oliver, outsidePath(), 'From outside', { audience: 'team', internal: 'yes' }),
    ]
    expect(comments.map(({ internal }) => internal)).toEqual([true, false, true, false])
    const form = await page(zhou.client, `${insidePath()}/review-doc?at=part:title`)
    expect(form).toMatch(/name="audience"[^>]*checked=""[^>]*value="team"|value="team"[^>]*checked=""/)
    expect(form).toContain('Everyone in this review, including Oliver Grant (Kestrel Robotics)')
    expect(await page(oliver, `${outsidePath()}/review-doc?at=part:title`)).not.toContain('name="audience"')
  })

  test('are the team for an answer to an internal comment; an answer to any other can be for either', async () => {
    const { lin, zhou } = cast
    const secret = await say(zhou.client, `${insidePath()}/review`, 'Secret')
    const comment = await say(oliver, outsidePath(), 'Asked')
    const answers = [
      await say(lin.client, insidePath(), 'To the secret', { parent: secret.id, audience: 'all' }),
      await say(lin.client, insidePath(), 'Aside', { parent: comment.id }),
      await say(lin.client, insidePath(), 'Out loud', { parent: comment.id, audience: 'all' }),
    ]
    expect(answers.map(({ internal }) => internal)).toEqual([true, true, false])
    const seen = await page(oliver, `${outsidePath()}/review-doc`)
    expect(['Secret', 'To the secret', 'Aside', 'Out loud'].map((words) => seen.includes(words))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('do not learn of internal answers: an external comment with only internal answers can be withdrawn', async () => {
    const comment = await say(oliver, outsidePath(), 'Hasty')
    const aside = await say(cast.lin.client, insidePath(), 'Noted inside', { parent: comment.id })
    expect((await oliver.post(`${outsidePath()}/comments/${comment.id}/removal`)).status).toBe(303)
    // The team's answers to the comment stay internal.
    expect(await stateOf(comment.id)).toBeUndefined()
    expect(await stateOf(aside.id)).toEqual({ internal: true })
    expect(await page(cast.lin.client, `${insidePath()}/review-doc`)).toContain('Noted inside')
    const loud = await say(oliver, outsidePath(), 'Answered')
    await say(cast.lin.client, insidePath(), 'Yes', { parent: loud.id, audience: 'all' })
    expect((await oliver.post(`${outsidePath()}/comments/${loud.id}/removal`)).status).toBe(403)
  })
})

describe('showing an internal comment to everyone', () => {
  test('is confirmed by its author with a list of readers, and cannot be reversed', async () => {
    const { zhou } = cast
    const comment = await say(zhou.client, `${insidePath()}/review`, 'May be shown')
    const at = `${insidePath()}/review/comments/${comment.id}`
    const html = await page(zhou.client, `${at}/sharing`)
    expect(html).toContain('May be shown')
    expect(html).toContain('including Oliver Grant (Kestrel Robotics). It cannot be made internal again.')
    expect(await stateOf(comment.id)).toEqual({ internal: true })
    for (let n = 0; n < 2; n++) expect((await zhou.client.post(`${at}/sharing`)).status).toBe(303)
    expect(await page(oliver, `${outsidePath()}/review-doc`)).toContain('May be shown')
    expect((await zhou.client.post(`${at}/internal`)).status).toBe(403)
    expect(await stateOf(comment.id)).toEqual({ internal: false })
    expect((await zhou.client.get(`${at}/sharing`)).status).toBe(303)
  })

  test('is possible for its author only, in this document, and not for answers to internal comments', async () => {
    const { lin, zhou, hannah } = cast
    const comment = await say(zhou.client, `${insidePath()}/review`, 'Zhou alone')
    const answer = await say(lin.client, insidePath(), 'Lin answers', { parent: comment.id })
    const other = await reviewedDocument(db, cast)
    const statuses = [
      await lin.client.post(`${insidePath()}/comments/${comment.id}/sharing`),
      await hannah.client.post(`${insidePath()}/comments/${comment.id}/sharing`),
      await oliver.post(`${outsidePath()}/comments/${comment.id}/sharing`),
      await zhou.client.post(`/mgmt/${other.documentId}/review/comments/${comment.id}/sharing`),
      await lin.client.post(`${insidePath()}/comments/${answer.id}/sharing`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 409])
    expect(await stateOf(comment.id)).toEqual({ internal: true })
  })

  test('can be undone until an external reviewer is invited, together with the answers', async () => {
    const { lin, zhou } = cast
    const { id } = await filledDraft(db, lin.viewer)
    await addInternal(db, lin.viewer, id, {
      account: zhou.viewer.id,
      reviews: true,
      signs: false,
      keeps: false,
    })
    await sendOut(db, lin.viewer, id)
    const base = `/mgmt/${id}`
    const comment = await say(zhou.client, `${base}/review`, 'Among us', { audience: 'all' })
    const answer = await say(lin.client, base, 'Answer among us', { parent: comment.id, audience: 'all' })
    expect(await page(zhou.client, `${base}/review-doc`)).toContain('Make internal')
    expect((await zhou.client.post(`${base}/review/comments/${comment.id}/internal`)).status).toBe(303)
    expect([await stateOf(comment.id), await stateOf(answer.id)]).toEqual([
      { internal: true },
      { internal: true },
    ])
  })
})

describe('a return while others still review', () => {
  const tasks = async () =>
    db
      .selectFrom('messaging.task')
      .select(['type', 'state'])
      .where('account_id', '=', cast.lin.viewer.id)
      .where('document_id', '=', review.documentId)
      .execute()
  const turns = () =>
    runningTurns(db).where('round.document_id', '=', review.documentId).orderBy('turn.id').execute()
  const sender = () => page(cast.lin.client, `${insidePath()}/review-doc`)

  test('is reported immediately; the sender lets the others finish, and the last answer returns the document', async () => {
    const [zhou, external] = await turns()
    await rejectAndReturn(db, external!, 'Clause 3')
    expect(await tasks()).toEqual([{ type: 'return', state: 'todo' }])
    const html = await sender()
    expect(html).toContain('Oliver Grant has returned the document')
    expect(html).toContain('No response yet: zhou.')
    expect((await cast.lin.client.post(`${insidePath()}/round-continuation`)).status).toBe(303)
    expect(await tasks()).toEqual([{ type: 'return', state: 'done' }])
    expect(await sender()).toContain('You let the others finish: zhou.')
    // The form is submitted again, as twice at the same time or from another tab.
    expect((await cast.lin.client.post(`${insidePath()}/round-continuation`)).status).toBe(409)
    await acceptAll(db, zhou!)
    expect(await sender()).toContain('A reviewer has returned the document.')
    expect(await tasks()).toEqual([{ type: 'return', state: 'todo' }])
    expect((await cast.lin.client.post(`${insidePath()}/round-end`)).status).toBe(409)
  })

  test('can end the round by the sender’s decision only, and not before a return', async () => {
    const [, external] = await turns()
    expect((await cast.lin.client.post(`${insidePath()}/round-end`)).status).toBe(409)
    await rejectAndReturn(db, external!, 'Clause 3')
    for (const client of [cast.hannah.client, cast.zhou.client])
      expect((await client.post(`${insidePath()}/round-end`)).status).toBe(404)
    const ended = await cast.lin.client.post(`${insidePath()}/round-end`)
    expect([ended.status, ended.headers.get('location')]).toEqual([303, `${insidePath()}/refund-doc`])
    expect((await cast.zhou.client.get(`${insidePath()}/review-doc`)).status).toBe(410)
  })
})

describe('a reviewer’s answer', () => {
  test('is confirmed on a page that states its effects and recipients', async () => {
    const paper = await page(oliver, `${outsidePath()}/review-doc`)
    expect(paper).toContain(`href="${outsidePath()}/approval"`)
    expect(paper).not.toContain(`action="${outsidePath()}/approval"`)
    expect(await page(oliver, `${outsidePath()}/approval`)).toContain(
      'is notified that you accept it as it is',
    )
    const empty = await oliver.post(`${outsidePath()}/rejection`, { reasons: ' ' })
    expect([empty.status, await empty.text()]).toEqual([
      422,
      expect.stringContaining('This field is required'),
    ])
    const rejection = await page(cast.zhou.client, `${insidePath()}/review/rejection`)
    expect(rejection).toContain('decides whether the other reviewers should continue')
    await oliver.post(`${outsidePath()}/approval`)
    const late = await oliver.get(`${outsidePath()}/rejection`)
    expect([late.status, late.headers.get('location')]).toEqual([303, `${outsidePath()}/review-doc`])
  })
})
