import { beforeAll, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { findNode } from '#assembly/compare/find-node.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { findDocument } from '#modules/documents/index.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterAsReviewer, linkTo, OLIVER, reviewedDocument, sendOut } from '#tests/cast/review.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const textAt = async (client: Client, path: string) => {
  const answer = await client.get(path)
  return [answer.status, (await answer.text()).replace(/<!-- -->/g, '')] as const
}

const statusOf = async (id: string) => (await findDocument(db, cast.lin.viewer, id)).status

test('two rounds with a colleague and an external reviewer, from the first comment to the finalised document', async () => {
  const { documentId, oliverId, link } = await reviewedDocument(db, cast)
  const inside = `/mgmt/${documentId}`
  const oliver = await enterAsReviewer(db, link)
  const outside = `/review/${oliverId}`

  const [status, paper] = await textAt(oliver, `${outside}/review-doc`)
  expect([status, paper]).toEqual([200, expect.stringContaining('Please look at clause 3.')])
  const place = /at=([\w-]+)&amp;side=en/.exec(paper)![1]!
  const [, form] = await textAt(oliver, `${outside}/review-doc?at=${place}&side=en`)
  const printed = /name="wording"[^>]*>([^<]*)</
    .exec(form)![1]!
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  expect(printed.length).toBeGreaterThan(20)

  // A form that is submitted twice is stored once.
  const proposal = {
    key: 'proposal-1',
    place,
    side: 'en',
    wording: `${printed} It is so agreed.`,
    words: 'Clearer',
  }
  for (let n = 0; n < 2; n++) expect((await oliver.post(`${outside}/comments`, proposal)).status).toBe(303)
  const zhou = cast.zhou.client
  await zhou.post(`${inside}/review/comments`, {
    key: 'inside-01',
    place,
    words: 'Not below two years',
    internal: 'yes',
  })

  // Only colleagues see the risk summary.
  expect((await textAt(zhou, `${inside}/review-doc`))[1]).toMatch(/Risk summary|风险摘要/)
  expect((await textAt(oliver, `${outside}/review-doc`))[1]).not.toMatch(/Risk summary|风险摘要/)

  // Outsiders do not see internal comments.
  expect((await textAt(oliver, `${outside}/review-doc`))[1]).not.toContain('Not below two years')
  const [, sender] = await textAt(cast.lin.client, `${inside}/review-doc`)
  expect(sender).toContain('Not below two years')
  expect(sender.match(/It is so agreed\./g)?.length).toBeGreaterThan(0)
  expect(sender).toContain('2 comments and proposals')
  // The colleague opened it at the address in the email.
  expect(sender).not.toContain('Not opened yet')

  // The colleague accepts, the external reviewer returns it: the round ends for all.
  expect((await zhou.post(`${inside}/review/approval`)).status).toBe(303)
  expect(await statusOf(documentId)).toBe('in_review')
  // While others still review, a proposal can be declined but not accepted.
  const [, running] = await textAt(cast.lin.client, `${inside}/review-doc`)
  expect(running).toContain('Proposals can be taken into the text when this round has ended.')
  expect([running.includes('value="taken"'), running.includes('value="declined"')]).toEqual([false, true])
  const returned = await oliver.post(`${outside}/rejection`, { reasons: 'Clause 3 is too wide' })
  expect(returned.status).toBe(303)
  expect(await statusOf(documentId)).toBe('returned')
  expect((await textAt(oliver, `/review/review-complete?review=${oliverId}`))[1]).toContain(
    'You have returned the document',
  )
  const [, refund] = await textAt(cast.lin.client, `${inside}/refund-doc`)
  expect(refund).toContain('Clause 3 is too wide')
  expect(refund).toContain('Edit it and send it again.')

  // The proposal is accepted: the document is a draft with the new wording, and its twin is stale.
  const comment = /comments\/([\w-]{36})\/decision/.exec(refund)![1]!
  const taken = await cast.lin.client.post(`${inside}/comments/${comment}/decision`, { state: 'taken' })
  expect(taken.status).toBe(303)
  const draft = await findDocument(db, cast.lin.viewer, documentId)
  const node = findNode(assemble(draft), place)!
  expect([draft.status, node.stale]).toEqual(['draft', 'zh'])
  expect(node.text.en.map(({ text }) => text).join('')).toBe(`${printed} It is so agreed.`)

  // The second round compares with the first.
  await sendOut(db, cast.lin.viewer, documentId)
  expect((await oliver.get(link)).status).toBe(410)
  const again = await enterAsReviewer(db, await linkTo(db, OLIVER.email))
  const [, second] = await textAt(again, `${outside}/review-doc?show=changes`)
  expect(second).toContain('1 change since round 1')
  expect(second).toMatch(/<ins[^>]*>[^<]*It is so agreed\.<\/ins>/)
  expect(second).toContain('Only one language has changed')
  const [, senderPage] = await textAt(cast.lin.client, `${inside}/review-doc?show=changes`)
  expect(senderPage).toContain('1 change since round 1')
  expect(senderPage).toMatch(/<ins[^>]*>[^<]*It is so agreed\.<\/ins>/)
  expect((await again.post(`${outside}/approval`)).status).toBe(303)
  expect((await zhou.post(`${inside}/review/approval`)).status).toBe(303)
  expect(await statusOf(documentId)).toBe('approved')
  const [, former] = await textAt(cast.lin.client, `${inside}/review-doc?round=1`)
  expect(former).toContain('A reviewer has returned the document.')
  expect(former).not.toContain('Edit it and send it again.')

  // Zhou's internal comment is still open, and finalising reports it.
  const [, warned] = await textAt(cast.lin.client, `${inside}/finalisation`)
  expect(warned).toContain('1 comment or proposal in the review is still open.')
  expect(warned).toContain(`${inside}/review-doc?list=open`)
  const commentId = /said-([\w-]{36})"/.exec(
    (await textAt(cast.lin.client, `${inside}/review-doc?list=open`))[1],
  )![1]!
  await cast.lin.client.post(`${inside}/comments/${commentId}/decision`, { state: 'settled' })
  expect((await textAt(cast.lin.client, `${inside}/finalisation`))[1]).not.toContain(
    'in the review is still open',
  )

  const log = (await listActions(db, documentId)).map(({ action, identity }) => `${identity} ${action}`)
  expect(log).toEqual([
    'creator create',
    'creator edit',
    'creator start-review',
    'reviewer open-to-review',
    'reviewer open-to-review',
    'reviewer accept-review',
    'reviewer return-review',
    'creator reopen',
    'creator edit',
    'creator take-proposal',
    'creator start-review',
    'reviewer open-to-review',
    'reviewer accept-review',
    'reviewer accept-review',
  ])
})
