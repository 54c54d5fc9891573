import { beforeAll, describe, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { listReviewers } from '#modules/review/inviting/reviewer.ts'
import { lapseReviews, reopenDraft } from '#modules/review/inviting/round.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { linkTo } from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const statusAndText = async (answer: Response) =>
  [answer.status, (await answer.text()).replace(/<!-- -->/g, '')] as const
const draft = async () => (await filledDraft(db, cast.lin.viewer)).id
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const start = (id: string) => cast.lin.client.post(`/mgmt/${id}/invite-review`, { due: tomorrow(), note: '' })

const INES = {
  name: 'Inês Ferreira',
  email: 'ines@kestrel.example',
  mobile: '+351 912 345 678',
  department: 'Kestrel Lisboa',
  locale: 'en_US',
  reviews: 'yes',
  signs: 'yes',
  keeps: 'yes',
}

test('a reviewer has all fields of the form, and becomes a contact only when the review starts', async () => {
  const id = await draft()
  const { client } = cast.lin
  const page = async (path: string) => (await statusAndText(await client.get(path)))[1]
  const wrong = await statusAndText(
    await client.post(`/mgmt/${id}/reviewers?kind=external`, { ...INES, mobile: '12', email: 'ines@' }),
  )
  expect(wrong[0]).toBe(422)
  for (const fragment of ['value="12"', 'value="ines@"', INES.name, 'id="mobile-note"', 'id="email-note"'])
    expect(wrong[1]).toContain(fragment)
  const added = await client.post(`/mgmt/${id}/reviewers?kind=external`, INES)
  const reviewer = (await listReviewers(db, id))[0]!
  expect(added.headers.get('location')).toBe(`/mgmt/${id}/invite-review?set=${reviewer.id}`)
  expect(reviewer).toMatchObject({ name: INES.name, kind: 'external', mobile: '+351912345678', signs: true })
  const set = await page(`/mgmt/${id}/invite-review?set=${reviewer.id}`)
  for (const word of [
    INES.name,
    INES.email,
    INES.department,
    'Reviews, 3 of 3 left',
    '>Signs<',
    '>Saved to contacts<',
  ])
    expect(set).toContain(word)
  // The reviewer added last has the focus.
  expect(set.match(/<li [^>]*autofocus=""/g)).toHaveLength(1)
  expect(await page(`/mgmt/${id}/reviewers/${reviewer.id}`)).toContain(`value="${INES.email}"`)
  expect(await page('/mgmt/contacts?type=external')).not.toContain(INES.email)
  expect((await start(id)).status).toBe(303)
  expect(await page('/mgmt/contacts?type=external')).toContain(INES.email)
})

test('a draft is sent from its row in My Documents once; afterwards the row leads to the review', async () => {
  const id = await draft()
  const row = async () => {
    const [, html] = await statusAndText(await cast.lin.client.get('/mgmt/my-docs'))
    return [`/mgmt/${id}/invite-review"`, `/mgmt/${id}/review-doc"`].map((link) => html.includes(link))
  }
  expect(await row()).toEqual([true, false])
  await cast.lin.client.post(`/mgmt/${id}/reviewers?kind=external`, {
    ...INES,
    email: 'once@kestrel.example',
  })
  const statuses = (await Promise.all([start(id), start(id), start(id)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 422, 422])
  expect(await mailsTo(db, 'once@kestrel.example')).toHaveLength(1)
  expect(await row()).toEqual([false, true])
})

describe('the email of an external reviewer', () => {
  const at = (id: string) => `/mgmt/${id}/invite-review`
  const ONCE = 'you can change an external reviewer’s email only once'

  async function invited(email: string) {
    const id = await draft()
    await cast.lin.client.post(`/mgmt/${id}/reviewers?kind=external`, { ...INES, email })
    const reviewer = (await listReviewers(db, id))[0]!
    const own = `/mgmt/${id}/reviewers/${reviewer.id}`
    const change = async (to: string) =>
      statusAndText(await cast.lin.client.post(`${own}/email`, { email: to }))
    const emailNow = async () => (await listReviewers(db, id))[0]!.email
    return { id, own, change, emailNow }
  }
  const open = async (path: string) => (await statusAndText(await cast.lin.client.get(path)))[1]

  test('can be changed freely before the first start; the page says that later it can be changed once', async () => {
    const { id, own, emailNow } = await invited('before@kestrel.example')
    expect(await open(at(id))).toContain(ONCE)
    for (const email of ['earlier@kestrel.example', 'earliest@kestrel.example']) {
      expect((await cast.lin.client.post(own, { ...INES, email })).status).toBe(303)
      expect(await emailNow()).toBe(email)
    }
    await start(id)
    await cast.lin.client.post(`/mgmt/${id}/review-withdrawal`)
    expect(await open(at(id))).not.toContain(ONCE)
  })

  test.each([
    ['withdrawn', (id: string) => cast.lin.client.post(`/mgmt/${id}/review-withdrawal`)],
    ['unanswered', (id: string) => expire(id)],
  ])('changes once when the review was %s, however often that happens', async (end, finish) => {
    const { id, own, change, emailNow } = await invited(`${end}@kestrel.example`)
    await start(id)
    await finish(id)
    expect((await findDocument(db, cast.lin.viewer, id)).status).toBe('draft')
    expect(await open(own)).not.toContain('name="email"')
    expect((await cast.lin.client.post(own, { ...INES, email: 'other@kestrel.example' })).status).toBe(303)
    expect(await emailNow()).toBe(`${end}@kestrel.example`)
    expect(await open(`${own}/email`)).toContain('the next invitation will go to the new address')
    expect((await change(`${end}@kestrel.example`))[0]).toBe(422)
    expect((await change(`${end}-2@kestrel.example`))[0]).toBe(303)
    expect(await open(at(id))).toContain('Email already changed once')
    await start(id)
    expect(await mailsTo(db, `${end}-2@kestrel.example`)).toHaveLength(1)
    await finish(id)
    expect(await change(`${end}-3@kestrel.example`)).toEqual([422, expect.stringContaining('only once')])
    expect(await emailNow()).toBe(`${end}-2@kestrel.example`)
  })

  test('is changed by one of two concurrent tabs', async () => {
    const { id, change } = await invited('tabs@kestrel.example')
    await start(id)
    await cast.lin.client.post(`/mgmt/${id}/review-withdrawal`)
    const both = await Promise.all(['tab-1@kestrel.example', 'tab-2@kestrel.example'].map(change))
    expect(both.map(([status]) => status).sort()).toEqual([303, 422])
  })

  test('has an old link that mentions no newer one if none was sent', async () => {
    const { id, change } = await invited('left@kestrel.example')
    await start(id)
    const link = await linkTo(db, 'left@kestrel.example')
    await cast.lin.client.post(`/mgmt/${id}/review-withdrawal`)
    await change('right@kestrel.example')
    const [status, text] = await statusAndText(await newClient(db).get(link))
    expect([status, text.includes('We sent a newer link')]).toEqual([410, false])
    expect(text).toContain('its review has ended')
  })
})

test('the mailed link and its code page carry the name of the reviewer’s login', async () => {
  const id = await draft()
  await cast.lin.client.post(`/mgmt/${id}/reviewers?kind=external`, {
    ...INES,
    email: 'named@kestrel.example',
  })
  await start(id)
  const [, text] = await statusAndText(await newClient(db).get(await linkTo(db, 'named@kestrel.example')))
  expect(text).toContain('data-route="LoginReviewer"')
})

/** The deadline passes without an answer, and the sender takes the draft back. */
async function expire(id: string) {
  await db
    .updateTable('review.round')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('document_id', '=', id)
    .where('state', '=', 'running')
    .execute()
  await lapseReviews.now(db, {})
  await reopenDraft(db, cast.lin.viewer, id)
}
