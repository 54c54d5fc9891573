import { afterEach, beforeEach, expect, test } from 'vitest'
import '#src/app/events.ts'
import { editProfile } from '#modules/accounts/profile/profile.ts'
import { authoriseAsIndividual, requireAuthorisation } from '#modules/authorisations/authorisation.ts'
import { authorisationAt } from '#modules/authorisations/elsewhere.ts'
import { warnOfEndings } from '#modules/authorisations/news.ts'
import { deleteOldLicences } from '#modules/authorisations/personal-data.ts'
import { usesLeft } from '#modules/orders/ledger/usage-summary.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { ago, DAY, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'

const HOME = '/mgmt/acct-info/authorisation'
const PASSPORT = { kind: 'passport', number: 'C01X00T47', accept: 'yes', numberConsent: 'yes' }

let db: Db
let cast: Cast
let documentId: string

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await db.deleteFrom('authorisations.authorisation').execute()
  documentId = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(db, cast.lin.viewer, documentId, SIGNATORIES)
})
afterEach(() => setClock(null))

const start = () => cast.lin.client.post(`/mgmt/${documentId}/signing`, {}, { accept: 'application/json' })
const rows = () => db.selectFrom('authorisations.authorisation').selectAll().orderBy('id').execute()
const pageText = async (path: string, client = cast.lin.client) =>
  (await client.get(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)).text()
const inDays = (days: number) => {
  const at = Date.now() + days * DAY
  setClock(() => new Date(at))
}

const submitLicence = (fields: Record<string, string> = {}, bytes: Buffer<ArrayBuffer> | null = png()) =>
  postFiles(
    cast.lin.client,
    `${HOME}/institution`,
    { legalRepresentative: 'Lin Mei', accept: 'yes', ...fields },
    bytes ? [{ field: 'licence', name: 'licence.png', bytes }] : [],
  )

test('without an authorisation nothing is sent and no use is spent', async () => {
  const uses = await usesLeft(db, cast.lin.viewer, 'esign')
  const answer = await start()
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ success: false, errorCode: 'AUTHORISATION_REQUIRED' })
  expect(await usesLeft(db, cast.lin.viewer, 'esign')).toEqual(uses)
  expect(await mailsTo(db, SIGNATORIES[0]!.email)).toEqual([])
  const setting = await pageText(`/mgmt/${documentId}/sign-setting`)
  expect(setting).toContain('Before you can send this document for signing')
  expect(setting).toContain(`${HOME}/choice?document=${documentId}`)
  const dialog = await cast.lin.client.get(`${HOME}/choice?document=${documentId}&locale=en_US`, {
    'hx-request': 'true',
  })
  expect(await dialog.text()).toContain(`href="${HOME}/institution?document=${documentId}"`)
})

test('an individual authorises us for 365 days immediately, and returns to the document', async () => {
  const answer = await cast.lin.client.post(`${HOME}/individual`, { ...PASSPORT, document: documentId })
  expect(answer.headers.get('location')).toBe(`/mgmt/${documentId}/sign-setting`)
  const [row] = await rows()
  expect(row).toMatchObject({ sender: 'individual', name: 'lin', number: 'C01X…47', state: 'granted' })
  expect(row!.ends_at!.getTime() - row!.starts_at!.getTime()).toBe(365 * DAY)
  expect(await pageText(`/mgmt/${documentId}/sign-setting`)).toContain('365 days left')
  expect((await start()).status).toBe(303)
  inDays(364.99)
  expect(await requireAuthorisation(db, cast.lin.viewer, 'builtin')).toMatchObject({ id: row!.id })
})

test('after 365 days it has ended, and can be granted again', async () => {
  await cast.lin.client.post(`${HOME}/individual`, PASSPORT)
  inDays(365.1)
  const { viewer } = cast.lin
  await expect(requireAuthorisation(db, viewer, 'builtin')).rejects.toMatchObject({
    code: 'AUTHORISATION_REQUIRED',
  })
  await authoriseAsIndividual(db, viewer, { kind: 'passport', number: 'C01X00T47' })
  expect(await requireAuthorisation(db, viewer, 'builtin')).toMatchObject({ sender: 'individual' })
  expect(await rows()).toHaveLength(2)
})

test('invalid input is refused at its field, and the typed values stay', async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ ...PASSPORT, kind: 'identity-card', number: '11010519491231002Y' }, 'This number is not valid'],
    [{ ...PASSPORT, number: 'C0' }, 'This number is not valid'],
    [{ ...PASSPORT, number: '' }, 'This field is required'],
    [{ ...PASSPORT, accept: '' }, 'Please accept the statement'],
    [{ ...PASSPORT, numberConsent: '' }, 'Without your consent we may not handle this number'],
  ]
  for (const [form, problem] of wrong) {
    const answer = await cast.lin.client.post(`${HOME}/individual?locale=en_US`, form)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain(problem)
    expect(text).toContain(`value="${form.number}"`)
  }
  const pictures: [Buffer<ArrayBuffer> | null, string][] = [
    [null, 'This field is required'],
    [Buffer.from('GIF89a'), 'Only complete PNG and JPG pictures'],
    [Buffer.alloc(5 * 1024 * 1024 + 1), 'larger than 5 MB'],
  ]
  for (const [bytes, problem] of pictures) {
    const answer = await submitLicence({}, bytes)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain(problem)
    expect(text).toContain('value="Lin Mei"')
  }
  expect(await rows()).toEqual([])
})

test('an institution waits for our staff, who compare the licence and approve', async () => {
  // Fields that no user may set.
  const answer = await submitLicence({
    document: documentId,
    state: 'granted',
    team_id: cast.hannah.viewer.teamId,
  })
  expect(answer.headers.get('location')).toBe(`${HOME}?document=${documentId}`)
  const [row] = await rows()
  expect(row).toMatchObject({ sender: 'institution', state: 'pending', team_id: cast.lin.viewer.teamId })
  expect(row).toMatchObject({ name: 'Lotus Trading', number: '91310000MA1K35XX04' })
  expect((await start()).status).toBe(422)
  expect(await pageText(`${HOME}?document=${documentId}`)).toContain('is being checked')
  expect((await submitLicence()).status).toBe(422)
  // A refused upload leaves no file behind.
  const files = await db.selectFrom('platform.stored_file').select('key').execute()
  expect(files.filter(({ key }) => key.startsWith('authorisations/'))).toHaveLength(1)

  const { client: staff } = cast.ruo
  expect(await pageText('/desk/authorisations', staff)).toContain(`/desk/authorisations/${row!.id}`)
  const licence = await staff.get(`/desk/authorisations/${row!.id}/licence`)
  expect(licence.headers.get('content-type')).toBe('image/png')
  for (const person of [cast.lin, cast.hannah])
    expect((await person.client.get(`/desk/authorisations/${row!.id}/licence`)).status).toBe(404)
  const [one, other] = await Promise.all([
    staff.post(`/desk/authorisations/${row!.id}/approval`),
    staff.post(`/desk/authorisations/${row!.id}/approval`),
  ])
  expect([one.status, other.status].sort()).toEqual([303, 409])
  expect((await lastMailTo(db, 'lin@example.com')).subject).toBe('Your authorisation is valid')
  expect((await start()).status).toBe(303)
})

test('a colleague who may send uses it, and no one else decides on it', async () => {
  await submitLicence()
  const [row] = await rows()
  for (const person of [cast.lin, cast.zhou, cast.hannah])
    for (const decision of ['approval', 'refusal'])
      expect((await person.client.post(`/desk/authorisations/${row!.id}/${decision}`)).status).toBe(404)
  const approved = await cast.ruo.client.post(`/desk/authorisations/${row!.id}/approval`)
  expect(await pageText(approved.headers.get('location')!, cast.ruo.client)).toContain(
    'Decided; the applicant',
  )
  expect(await requireAuthorisation(db, cast.zhou.viewer, 'builtin')).toMatchObject({ id: row!.id })
  await expect(requireAuthorisation(db, cast.hannah.viewer, 'builtin')).rejects.toMatchObject({
    code: 'AUTHORISATION_REQUIRED',
  })
})

test('a refusal has a reason, which the sender reads; another request can be submitted', async () => {
  await submitLicence()
  const [row] = await rows()
  expect((await cast.ruo.client.post(`/desk/authorisations/${row!.id}/refusal`, { reason: '' })).status).toBe(
    422,
  )
  await cast.ruo.client.post(`/desk/authorisations/${row!.id}/refusal`, { reason: 'The picture is blurred.' })
  expect(await pageText(HOME)).toContain('The picture is blurred.')
  const mail = await lastMailTo(db, 'lin@example.com')
  expect(mail.subject).toBe('Your authorisation was refused')
  expect((await submitLicence()).status).toBe(303)
})

test('a change of the name ends the authorisation', async () => {
  await cast.lin.client.post(`${HOME}/individual`, PASSPORT)
  await editProfile(db, cast.lin.viewer, {
    version: 1,
    name: 'Lin Mei',
    department: 'Legal',
    position: '',
    mailingAddress: '',
  })
  expect((await start()).status).toBe(422)
  expect(await pageText(HOME)).toContain('has changed since you authorised Qishu')
})

test('a member who may not send documents may not authorise us', async () => {
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  const answer = await cast.zhou.client.post(`${HOME}/individual`, PASSPORT)
  expect(answer.status).toBe(403)
  expect(await rows()).toEqual([])
})

test('warnings are sent 30, 7 and 1 day before the end, each once, and not after a renewal', async () => {
  await cast.lin.client.post(`${HOME}/individual`, PASSPORT)
  const warned = async () => {
    await warnOfEndings.now(db, {} as never)
    await warnOfEndings.now(db, {} as never)
    const mails = await mailsTo(db, 'lin@example.com')
    return mails.filter(({ subject }) => subject.startsWith('Your authorisation ends')).length
  }
  const counts = []
  for (const day of [334, 335.5, 350, 358.5, 360, 364.5]) {
    inDays(day)
    counts.push(await warned())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3])
  expect((await lastMailTo(db, 'lin@example.com')).text).toContain(', in 1 day. Signings in progress')
  await db.updateTable('authorisations.authorisation').set({ warned_days: null }).execute()
  await authoriseAsIndividual(db, cast.lin.viewer, { kind: 'passport', number: 'C01X00T47' })
  expect(await warned()).toBe(3)
})

test('a running signing uses the authorisation even if it has ended since the sending', async () => {
  const authorise = async () => {
    const id = await authoriseAsIndividual(db, cast.lin.viewer, { kind: 'passport', number: 'C01X00T47' })
    await db.updateTable('authorisations.authorisation').set({ provider: 'esign' }).execute()
    return id
  }
  const { id: accountId, teamId } = cast.lin.viewer
  const sent = (daysAgo: number) =>
    authorisationAt(db, { teamId, accountId, provider: 'esign', sentAt: ago(daysAgo * DAY) })
  const first = await authorise()
  inDays(370)
  expect((await sent(10))?.id).toBe(first)
  expect(await sent(1)).toBeUndefined()
  const second = await authorise()
  expect((await sent(10))?.id).toBe(second)
})

test('the picture of a licence is deleted thirty days after a refusal', async () => {
  await submitLicence()
  const [row] = await rows()
  await cast.ruo.client.post(`/desk/authorisations/${row!.id}/refusal`, { reason: 'Blurred' })
  inDays(29)
  await deleteOldLicences.now(db, {} as never)
  expect((await rows())[0]!.licence).toBe('png')
  inDays(31)
  await deleteOldLicences.now(db, {} as never)
  expect((await rows())[0]!.licence).toBeNull()
  setClock(null)
  expect((await cast.ruo.client.get(`/desk/authorisations/${row!.id}/licence`)).status).toBe(404)
})

test('in the demo the sender approves with one click', async () => {
  await submitLicence()
  const [row] = await rows()
  expect(await pageText(HOME)).toContain('Demo: approve as our staff')
  expect((await cast.hannah.client.post(`${HOME}/${row!.id}/demo-approval`)).status).toBe(404)
  expect((await cast.lin.client.post(`${HOME}/${row!.id}/demo-approval`)).status).toBe(303)
  expect((await rows())[0]!.state).toBe('granted')
})
