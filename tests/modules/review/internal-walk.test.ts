import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { addExternal, addInternal } from '#modules/review/inviting/reviewer.ts'
import { rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { joinedTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { newId } from '#src/core/ids.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { enterAsReviewer, linkTo, OLIVER, sendOut } from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { exportData } from '#tests/support/data-export.ts'
import { note } from '#tests/support/measured.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { addressOf, siteRoutes } from '#tests/support/routes.ts'
import { unzipped } from '#tests/support/zip.ts'

/** A text in every internal comment, answer, quote and proposal. */
const MARKER = 'Limit41700'
const FLAGS = { reviews: true, signs: false, keeps: false }
const NORA = 'nora.left@example.com'

let db: Db
let world: World
let documentId: string
/** The ids of the internal comments. */
let ids: string[]
/** A clause with internal comments. */
let place: string
/** People outside the team: their clients, and the ids of their reviews. */
let outsiders: { who: string; client: Client; reviewerId: string; email?: string }[]

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  const { lin, zhou, hannah } = world.cast
  const nora = await newcomer(db, NORA)
  const account = await db
    .selectFrom('accounts.account')
    .select(['id', 'team_id'])
    .where('email', '=', NORA)
    .executeTakeFirstOrThrow()
  const move = (team_id: string) =>
    db.updateTable('accounts.account').set({ team_id }).where('id', '=', account.id).execute()
  ;({ id: documentId } = await filledDraft(db, lin.viewer))
  await addInternal(db, lin.viewer, documentId, { account: zhou.viewer.id, ...FLAGS })
  await move(lin.viewer.teamId)
  await addInternal(db, lin.viewer, documentId, { account: account.id, ...FLAGS })
  const oliverId = await addExternal(db, lin.viewer, documentId, OLIVER)
  // The other party has an account with the invited address.
  const hannahEmail = hannah.viewer.email!
  const hannahId = await addExternal(db, lin.viewer, documentId, { ...OLIVER, email: hannahEmail })
  await sendOut(db, lin.viewer, documentId)
  const oliver = await enterAsReviewer(db, await linkTo(db, OLIVER.email))
  const asReviewer = await enterAsReviewer(db, await linkTo(db, hannahEmail), hannahEmail)
  for (const [name, value] of asReviewer.cookies)
    if (name.includes('review-')) hannah.client.cookies.set(name, value)
  await oliver.post(`/review/${oliverId}/comments`, { place: 'part:title', words: 'For everybody' })
  const [public_] = await db
    .selectFrom('review.comment')
    .select('id')
    .where('document_id', '=', documentId)
    .execute()
  ids = await speakInside(public_!.id)
  await move(account.team_id)
  outsiders = [
    { who: 'external reviewer', client: oliver, reviewerId: oliverId, email: OLIVER.email },
    { who: 'the other party, logged in', client: hannah.client, reviewerId: hannahId, email: hannahEmail },
    { who: 'signatory', client: world.signer, reviewerId: oliverId },
    { who: 'former member', client: nora, reviewerId: oliverId, email: NORA },
    { who: 'anybody', client: newClient(db), reviewerId: oliverId },
  ]
})

/** Adds the team's internal comments; one colleague returns the document with reasons. */
async function speakInside(publicId: string) {
  const { lin, zhou } = world.cast
  const inside = `/mgmt/${documentId}`
  const paper = await (await zhou.client.get(`${inside}/review-doc`)).text()
  place = /at=([\w-]+)&amp;side=en/.exec(paper)![1]!
  const comments = [
    { place, words: `Not below ${MARKER}`, quote: `quoted ${MARKER}` },
    { place, side: 'en', wording: `Proposed ${MARKER}.`, words: `Because ${MARKER}` },
    { parent: publicId, words: `Do not answer, ${MARKER}`, audience: 'team' },
  ]
  for (const fields of comments)
    expect(
      (await zhou.client.post(`${inside}/review/comments`, { key: newId(), ...fields } as never)).status,
    ).toBe(303)
  await lin.client.post(`${inside}/comments`, { key: newId(), place, words: `The sender knows ${MARKER}` })
  const [first] = await internalComments()
  await lin.client.post(`${inside}/comments`, { key: newId(), parent: first!, words: `Agreed on ${MARKER}` })
  const turn = await joinedTurns(db)
    .where('round.document_id', '=', documentId)
    .where('account_id', '=', zhou.viewer.id)
    .executeTakeFirstOrThrow()
  await rejectAndReturn(db, turn, `Our reasons: ${MARKER}`)
  const all = await internalComments()
  expect(all).toHaveLength(5)
  return all
}

const internalComments = async () =>
  (
    await db
      .selectFrom('review.comment')
      .select('id')
      .where('document_id', '=', documentId)
      .where('internal', '=', true)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** The text of a response, also inside a PDF, or an archive such as a Word file. */
async function textIn(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const raw = Buffer.from(bytes).toString('utf8')
  if (raw.startsWith('%PDF')) return raw + (await pdfText(bytes))
  if (raw.startsWith('PK')) return raw + [...unzipped(bytes).values()].join('\n')
  return raw
}

/** All addresses of the site with the ids of this document, its review and the rest of the world. */
function addressesFor(reviewerId: string): string[] {
  const review = { ...world.review, documentId, oliverId: reviewerId, commentId: ids[0]! }
  const paths = siteRoutes(db)
    .filter(({ method, path }) => method === 'GET' && path !== '/live')
    .flatMap((route) => [
      addressOf(route, { ...world, review }),
      ...ids.slice(0, 1).map((id) => route.path.replace(':id', documentId).replace(':comment', id)),
      ...(route.path.startsWith('/review/') ? [route.path.replace(':id', reviewerId)] : []),
    ])
  const own = `/review/${reviewerId}/review-doc`
  const queries = ['?show=changes', '?list=internal', '?list=mine', `?at=${place}`, `?at=${place}&side=en`]
  const since = `since=${encodeURIComponent('0-0-0-0-running')}&here=${encodeURIComponent(own)}`
  return [
    ...new Set([
      ...paths.filter((path) => !path.includes(':')),
      ...queries.map((query) => own + query),
      ...ids.map((id) => `${own}?of=${id}`),
      `/review/${reviewerId}/news?${since}`,
    ]),
  ]
}

let responseCount = 0
/** Each person who finds the marker, and the address. */
async function findings(): Promise<string[]> {
  const places: string[] = []
  responseCount = 0
  for (const { who, client, reviewerId, email } of outsiders) {
    const look = (where: string, text: string) => {
      if (text.includes(MARKER)) places.push(`${who}: ${where}`)
    }
    for (const path of addressesFor(reviewerId).filter((one) => one !== '/logout')) {
      look(path, await textIn(await client.get(path)))
      responseCount++
    }
    if (email) for (const mail of await mailsTo(db, email)) look('mail', JSON.stringify(mail))
  }
  return places
}

test('no outsider finds internal text on any page, in any file or mail', {
  timeout: 600_000,
}, async () => {
  expect(await findings()).toEqual([])
  // Members of the team do find the marker, so the search works.
  const { lin } = world.cast
  for (const path of ['review-doc', 'review-doc?list=internal'])
    expect(await (await lin.client.get(`/mgmt/${documentId}/${path}`)).text()).toContain(MARKER)
  for (const { who, client } of outsiders.filter(({ who }) => /logged in|former/.test(who)))
    expect([who, (await exportData(db, client)).text.includes(MARKER)]).toEqual([who, false])
  const notices = await db.selectFrom('messaging.message').selectAll().execute()
  expect(JSON.stringify(notices)).not.toContain(MARKER)
  const actions = await db
    .selectFrom('documents.action')
    .select('details')
    .where('action', '!=', 'return-review')
    .execute()
  expect(JSON.stringify(actions)).not.toContain(MARKER)
  note(
    'walk of people from outside for internal comments',
    `${responseCount} requests by ${outsiders.length} people, none found; with the filter's mark removed all reviewers find them`,
  )
})

test('outsiders find the text once it is no longer marked as internal', { timeout: 600_000 }, async () => {
  await db.updateTable('review.comment').set({ internal: false }).where('id', 'in', ids).execute()
  const places = await findings()
  for (const who of ['external reviewer', 'the other party, logged in'])
    expect(places.filter((one) => one.startsWith(who)).length).toBeGreaterThan(2)
  expect(places.filter((one) => /^(signatory|former member|anybody)/.test(one))).toEqual([])
})

test('comments are read in one function only', () => {
  const files = ['modules', 'src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${root}/${name}`),
  )
  const reading = files.filter((file) =>
    readFileSync(file, 'utf8').match(/(?:selectFrom|[jJ]oin|from|join)\(?\s*['"]?review\.comment\b/),
  )
  expect(reading).toEqual(['modules/review/reading/comment.ts'])
})
