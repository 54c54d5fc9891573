import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { authoriseTeam } from '#tests/cast/authorisation.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { partOf, textIn } from '#tests/modules/printing/word/read-word.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { dangers, tagKinds } from '#tests/support/markup.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { versionOf } from '#tests/support/template-version.ts'
import { XSS } from './payloads.ts'

let db: Db
let cast: Cast
let lin: Client
/** Every tag and attribute that our templates produce with harmless text. */
let knownMarkup: Set<string>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  lin = cast.lin.client
  const filled = await draftWith([])
  const form = {
    template: 'mutual-nda',
    version: versionOf('mutual-nda'),
    language: 'zh-Hans',
    bilingual: 'yes',
  }
  const open = (await lin.post('/mgmt/new-doc', form)).headers.get('location')!
  knownMarkup = tagKinds(
    (await Promise.all([...pagesOf(filled), open, ...PATHS, '/nothing', '/acct/nothing'].map(html))).join(''),
  )
  for (const kind of tagKinds(await pagesAfterTyping(newClient(db), PLAIN))) knownMarkup.add(kind)
})

const html = async (path: string) => (await lin.get(path)).text()
const pagesOf = (id: string) => [
  `/mgmt/${id}/view-doc`,
  `/mgmt/${id}/edit-doc`,
  `/mgmt/${id}/action-log`,
  '/mgmt/my-docs',
]
const PATHS = [
  '/acct/register',
  '/acct/forgot-password',
  '/privacy-notice',
  '/mgmt/my-docs',
  '/mgmt/doc-lib',
  '/mgmt/new-doc',
]

/** The pages after a login and a registration with this text in every field. */
async function pagesAfterTyping(client: Client, text: string): Promise<string> {
  const login = await client.post('/acct/login', { login: text, password: 'x', returnUrl: text })
  const fields = [
    'username',
    'email',
    'mobile',
    'code',
    'companyName',
    'department',
    'name',
    'identity',
    'channel',
    'captchaId',
    'purpose',
  ]
  const form = Object.fromEntries(fields.map((field) => [field, text]))
  const register = await client.post('/acct/register', form)
  const mobile = await client.post('/acct/register', { ...form, channel: 'mobile' })
  return (await login.text()) + (await register.text()) + (await mobile.text())
}

const PLAIN = 'plain words'
const SLOTS = 14

/** A draft with a payload in fourteen places: parties, a field and a custom clause, in both languages. */
async function draftWith(texts: string[]): Promise<string> {
  const { id, version } = await filledDraft(db, cast.lin.viewer)
  const { answers, template } = await findDocument(db, cast.lin.viewer, id)
  const at = (place: number) => texts[place] ?? PLAIN
  const parties = answers.parties.map((party, index) => ({
    ...party,
    name: at(index * 5),
    nameEn: at(index * 5 + 1),
    address: at(index * 5 + 2),
    legalRepresentative: at(index * 5 + 3),
    signerName: at(index * 5 + 4),
  }))
  const clause = template.articles[0]!.clauses[0]!.id
  const clauses = { ...answers.clauses, [clause]: { custom: { zh: at(10), en: at(11) } } }
  const fields = { ...answers.fields, project: { zh: at(12), en: at(13) } }
  await saveAnswers(db, cast.lin.viewer, id, { version, answers: { ...answers, parties, clauses, fields } })
  return id
}

/** Fails if a payload runs in this page, or adds a tag or an attribute that our templates never produce. */
function expectInert(what: string, html: string) {
  expect(html.length).toBeGreaterThan(200)
  for (const payload of XSS.filter((one) => /[<"]/.test(one)))
    expect([what, html.includes(payload)]).toEqual([what, false])
  expect([what, dangers(html)]).toEqual([what, []])
  expect([what, [...tagKinds(html)].filter((kind) => !knownMarkup.has(kind))]).toEqual([what, []])
}

test('each of the sixty payloads is detected when written into a page unescaped', () => {
  expect(new Set(XSS).size).toBe(60)
  const noticed = XSS.filter((payload) => {
    const html = `<p title="${payload}">${payload}</p>`
    return (
      dangers(html).length > 0 || [...tagKinds(html)].some((kind) => !['p', 'p@title', '/p'].includes(kind))
    )
  })
  expect(noticed.length).toBeGreaterThan(45)
  expect(dangers('<p title="a">b</p>')).toEqual([])
})

describe('in a document', () => {
  const batches = Array.from({ length: Math.ceil(XSS.length / SLOTS) }, (_, n) =>
    XSS.slice(n * SLOTS, (n + 1) * SLOTS),
  )
  const bytes = async (path: string) => new Uint8Array(await (await lin.get(path)).arrayBuffer())

  test('every payload is plain text on the pages, in the PDF and in Word', async () => {
    const plainId = await draftWith([])
    const plainWord = tagKinds(partOf(await bytes(`/mgmt/${plainId}/draft.docx`), /document\.xml$/))
    for (const batch of batches) {
      const id = await draftWith(batch)
      for (const path of pagesOf(id)) expectInert(path, await html(path))
      const word = partOf(await bytes(`/mgmt/${id}/draft.docx`), /document\.xml$/)
      for (const payload of batch)
        expect([payload, textIn(word).includes(payload.trim())]).toEqual([payload, true])
      expect([...tagKinds(word)].filter((kind) => !plainWord.has(kind))).toEqual([])
      await expectInertPdf(await bytes(`/mgmt/${id}/draft.pdf`))
    }
  })

  test('a name with allowed characters is plain text in the lists; others are rejected', async () => {
    const { id } = await filledDraft(db, cast.lin.viewer)
    let count = 0
    for (const [n, payload] of XSS.entries()) {
      const { status } = await lin.put(`/mgmt/${id}/name`, { name: payload, number: `S-${n}` })
      expect([payload, status]).toEqual([payload, /[/\\:*"<>|?]/.test(payload) ? 422 : 200])
      if (status !== 200) continue
      count++
      expectInert(payload, await html('/mgmt/my-docs'))
    }
    expect(count).toBeGreaterThan(2)
  })
})

/** Fails if the file has active content, or if its pages do not contain the text. */
async function expectInertPdf(pdf: Uint8Array) {
  expect(withoutSpace(await pdfText(pdf))).toContain('__xss')
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
  expect(objects.length).toBeGreaterThan(10)
  for (const object of objects) {
    const dictionary = 'dict' in object ? String(object.dict) : String(object)
    expect(
      /\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|URI|EmbeddedFile)\b/.exec(dictionary)?.[0],
    ).toBeUndefined()
  }
}

describe('in a query, a path or a returned form', () => {
  const KEYS = [
    'keyword',
    'category',
    'status',
    'type',
    'channel',
    'returnUrl',
    'error',
    'from',
    'to',
    'anchor',
    'locale',
    'after',
    'template',
  ]
  const STEP = ALL_LARGE ? 1 : 5

  test('every payload is plain text', async () => {
    for (const path of ['/acct/login', '/nothing', ...PATHS])
      for (let shift = 0; shift < XSS.length; shift += STEP) {
        const query = KEYS.map(
          (key, index) => `${key}=${encodeURIComponent(XSS[(shift + index) % XSS.length]!)}`,
        ).join('&')
        const client = path.startsWith('/acct') ? newClient(db) : lin
        for (const address of [`${path}?${query}`, `${path}?${query.replace(/&template=.*/, '')}`])
          expectInert(`${path} ${shift}`, await (await client.get(address)).text())
      }
  })

  test('every payload entered into a login or registration form is returned in its field as text', async () => {
    const client = newClient(db)
    for (const payload of XSS) expectInert(payload, await pagesAfterTyping(client, payload))
  })
})

describe('in a mail', () => {
  test('names, teams and reasons are text in HTML, and one line in the subject', async () => {
    const pages: string[] = []
    const id = await finalisedDocument(db, cast.hannah.viewer)
    for (let n = 0; n < XSS.length; n += 4) {
      const name = XSS[n]!
      const team = XSS[n + 1]!
      const reason = XSS[n + 2]!
      const starter = XSS[n + 3]!
      await db
        .updateTable('accounts.team')
        .set({ name: team })
        .where('id', '=', cast.hannah.viewer.teamId)
        .execute()
      await db
        .updateTable('accounts.account')
        .set({ name: starter })
        .where('id', '=', cast.hannah.viewer.id)
        .execute()
      await authoriseTeam(db, cast.hannah.viewer.teamId, team)
      const mailbox = `s${n}@kestrel.example`
      const signatories = [{ ...SIGNATORIES[0]!, name: name.slice(0, 100), email: mailbox }, SIGNATORIES[1]!]
      const { client } = cast.hannah
      expect((await client.put(`/mgmt/${id}/signatories`, { signatories })).status).toBe(200)
      expect((await client.post(`/mgmt/${id}/signing`)).status).toBe(303)
      const sent = await db
        .selectFrom('platform.mail')
        .selectAll()
        .where('recipient', '=', mailbox)
        .executeTakeFirstOrThrow()
      const signer = await enterByLink(db, new URL(sent.links[0]!).pathname, mailbox)
      const signing = [...signer.cookies.keys()].find((cookie) => cookie.startsWith('sign-'))!.slice(5)
      pages.push(await (await signer.get(`/signing/${signing}`)).text())
      expect((await signer.post(`/signing/${signing}/refusal`, { reason })).status).toBe(303)
      pages.push(
        await (await client.get(`/mgmt/${id}/signing`)).text(),
        await (await client.get('/mgmt/home')).text(),
      )
    }
    const mails = await db.selectFrom('platform.mail').selectAll().where('channel', '=', 'email').execute()
    expect(mails.length).toBeGreaterThan(40)
    expect(mails.filter((mail) => mail.html.includes('__xss')).length).toBeGreaterThan(20)
    for (const mail of mails) expect(mail.subject).not.toMatch(/[\r\n]/)
    for (const html of [...pages, ...mails.map((mail) => mail.html.replace(/<style>.*?<\/style>/s, ''))]) {
      for (const payload of XSS.filter((one) => /[<"]/.test(one))) expect(html.includes(payload)).toBe(false)
      expect(dangers(html)).toEqual([])
    }
  })
})
