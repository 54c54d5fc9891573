import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterAsReviewer, type Review, reviewedDocument } from '#tests/cast/review.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let review: Review
let oliver: Client
/** A clause to comment on. */
let place: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  review = await reviewedDocument(db, cast)
  oliver = await enterAsReviewer(db, review.link)
  const paper = await (await oliver.get(`/review/${review.oliverId}/review-doc`)).text()
  place = /at=([\w-]+)&amp;side=en/.exec(paper)![1]!
})

const insidePath = () => `/mgmt/${review.documentId}`
const outsidePath = () => `/review/${review.oliverId}`

/** The request that an open page repeats. */
async function newsRequest(client: Client, page: string): Promise<string> {
  const html = await (await client.get(page)).text()
  return /hx-get="([^"]+\/news\?[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
}

const newsText = async (client: Client, news: string) => {
  const answer = await client.get(news)
  const html = (await answer.text()).replace(/<!-- -->/g, '')
  return answer.status === 204 ? '' : /<p>(.*?)<\/p>/.exec(html)![1]!
}

const say = (client: Client, base: string, words: string, internal?: 'yes') =>
  client.post(`${base}/comments`, {
    key: crypto.randomUUID(),
    place,
    words,
    ...(internal && { internal }),
  })

test('an open page shows news to all readers according to their access, and reloads itself with its parameters', async () => {
  const { lin, zhou } = cast
  const page = `${insidePath()}/review-doc?list=open`
  const sender = await newsRequest(lin.client, page)
  const reviewer = await newsRequest(oliver, `${outsidePath()}/review-doc`)
  expect([await newsText(lin.client, sender), await newsText(oliver, reviewer)]).toEqual(['', ''])

  await say(zhou.client, `${insidePath()}/review`, 'Not below two years', 'yes')
  expect([await newsText(lin.client, sender), await newsText(oliver, reviewer)]).toEqual([
    '1 new comment.',
    '',
  ])

  await say(oliver, outsidePath(), 'What is a working day?')
  expect([await newsText(lin.client, sender), await newsText(oliver, reviewer)]).toEqual([
    '2 new comments.',
    '1 new comment.',
  ])
  const bar = await (await lin.client.get(sender)).text()
  expect(bar).toContain(`href="${page}"`)
  // The request asks for changes since the state that the page shows.
  expect(bar).toContain(`hx-get="${sender.replaceAll('&', '&amp;')}"`)
  expect(await newsText(lin.client, await newsRequest(lin.client, page))).toBe('')

  await zhou.client.post(`${insidePath()}/review/approval`)
  expect(await newsText(lin.client, sender)).toBe('2 new comments. 1 more response.')
  const late = await newsRequest(oliver, `${outsidePath()}/review-doc`)
  await lin.client.post(`${insidePath()}/review-withdrawal`)
  expect([await newsText(lin.client, sender), await newsText(oliver, late)]).toEqual([
    'This round has ended.',
    'This round has ended.',
  ])
})

test('the request for news leads to no other page, rejects invented addresses, and reveals nothing to strangers', async () => {
  const path = `${insidePath()}/review/news`
  const since = encodeURIComponent('0-0-0-0-running')
  const here = (page: string) => `${path}?since=${since}&here=${encodeURIComponent(page)}`
  const own = `${insidePath()}/review-doc`
  const statusOf = async (client: Client, address: string) => (await client.get(address)).status
  expect(await statusOf(cast.lin.client, here(own))).toBe(200)
  for (const page of ['https://elsewhere.example/', '//elsewhere.example', '/mgmt/home', `x${own}`, ''])
    expect([page, await statusOf(cast.lin.client, here(page))]).toEqual([page, 204])
  expect(await statusOf(cast.lin.client, `${path}?since=none&here=${own}`)).toBe(204)
  expect(await statusOf(cast.hannah.client, here(own))).toBe(404)
  expect(
    await statusOf(newClient(db), `${outsidePath()}/news?since=${since}&here=${outsidePath()}/review-doc`),
  ).toBe(404)
})
