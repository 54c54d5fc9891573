import { beforeAll, expect, test } from 'vitest'
import { listReviewers } from '#modules/review/inviting/reviewer.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
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
  for (const kept of ['value="12"', 'value="ines@"', INES.name, 'id="mobile-note"', 'id="email-note"'])
    expect(wrong[1]).toContain(kept)
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

test('a draft is sent out from its row in My Documents once; afterwards the row leads to the review', async () => {
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
