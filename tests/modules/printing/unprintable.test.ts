import { beforeAll, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { findDocument } from '#modules/documents/index.ts'
import { SignatureForm } from '#modules/signing/providers/builtin/signature.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import type { Db } from '#src/db/db.ts'
import { readValues } from '#src/http/body.ts'
import { openCast, type Person } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'

const JSON_ONLY = { accept: 'application/json' }

let db: Db
let lin: Person

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db)).lin
})

/** The characters of findings such as D5 and J4, with the text that is printed instead. */
const UNPRINTABLE_NAMES: [string, string][] = [
  ['Oliver 😀 Grant', 'Oliver [U+1F600] Grant'],
  ['ລາວ', '[U+0EA5][U+0EB2][U+0EA7]'],
  ['葛\u{e0100}城', '葛[U+E0100]城'],
  ['99\u202e1', '99[U+202E]1'],
  ['half \ud83d', 'half [U+FFFD]'],
]
const PRINTED_TEXTS: [string, string][] = [
  ['Škoda', 'Škoda'],
  ['Mu\u0308ller', 'Müller'],
  ['5\u202f000\u2009km', '5 000 km'],
  ['𠮷野家', '𠮷野家'],
  ['سلام', 'سلام'],
  ['한국무역', '한국무역'],
  ['Şişli Ğ İ Ș Ț ₹ ₽', 'Şişli Ğ İ Ș Ț ₹ ₽'],
]

/** Saves a draft as the editor does. */
async function draftWith(text: string) {
  const { id, version } = await filledDraft(db, lin.viewer)
  const { answers } = await findDocument(db, lin.viewer, id)
  answers.parties[0]!.name = text
  const body = JSON.stringify({ version, answers })
  const headers = { 'content-type': 'application/json', ...JSON_ONLY }
  const saveAnswer = await lin.client.send('PUT', `/mgmt/${id}/answers`, { body, headers })
  expect(saveAnswer.status).toBe(200)
  return { id, version: version + 1 }
}

test.each([...UNPRINTABLE_NAMES, ...PRINTED_TEXTS])(
  'a draft with %j prints it on every page',
  async (text, shown) => {
    const { id } = await draftWith(text)
    for (const path of ['view-doc', 'edit-doc']) {
      const page = await lin.client.get(`/mgmt/${id}/${path}`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(shown)
    }
    const pdf = await lin.client.get(`/mgmt/${id}/draft.pdf`)
    expect(pdf.status).toBe(200)
    const writtenText = await pdfText(new Uint8Array(await pdf.arrayBuffer()))
    expect(writtenText.replace(/\s/g, '')).toContain(shown.replace(/\s/g, ''))
  },
)

test.each(['name', 'nameEn'] as const)(
  'an unprintable character is reported at its field: %s',
  async (field) => {
    const { id } = await filledDraft(db, lin.viewer)
    const document = await findDocument(db, lin.viewer, id)
    document.answers.parties[1]![field] = 'Wu Co \u202eevil'
    const unprintable = assemble(document).open.filter(({ problem }) => problem === 'unprintable')
    expect(unprintable.map(({ at }) => at)).toEqual([`party:b.${field}`])
  },
)

test('an unprintable character blocks finalising, named with its code point', async () => {
  for (const [text] of UNPRINTABLE_NAMES) {
    const { id, version } = await draftWith(text)
    const form = { version: String(version) }
    const refusedAnswer = await lin.client.post(`/mgmt/${id}/finalisation`, form, JSON_ONLY)
    expect(refusedAnswer.status).toBe(422)
    const { errorCode, errorMsg } = await refusedAnswer.json()
    expect(errorCode).toBe('MISSING_GLYPH')
    if (text.includes('😀')) expect(errorMsg).toContain('😀 (U+1F600)')
  }
  for (const [text] of PRINTED_TEXTS) {
    const { id, version } = await draftWith(text)
    const acceptedAnswer = await lin.client.post(`/mgmt/${id}/finalisation`, { version: String(version) })
    expect(acceptedAnswer.status).toBe(303)
  }
})

test('an unprintable name of a document is rejected with an explanation', async () => {
  const { id } = await filledDraft(db, lin.viewer)
  const renameTo = (name: string) =>
    lin.client.send('PUT', `/mgmt/${id}/name`, {
      body: JSON.stringify({ name, number: 'QS-77' }),
      headers: { 'content-type': 'application/json', ...JSON_ONLY },
    })
  const refusedAnswer = await renameTo('合同 😀')
  expect(refusedAnswer.status).toBe(422)
  expect((await refusedAnswer.json()).errorMsg).toContain('cannot be printed')
  expect((await renameTo('Smlouva Škoda')).status).toBe(200)
})

test('a signatory cannot have an unprintable name, or that of the platform’s seal', async () => {
  const id = await finalisedDocument(db, lin.viewer)
  const start = async (name: string) => {
    await storeSetting(db, lin.viewer, id, [{ ...SIGNATORIES[0]!, name }, SIGNATORIES[1]!])
    const answered = await lin.client.post(`/mgmt/${id}/signing`, {}, JSON_ONLY)
    return [answered.status, answered.status === 303 ? '' : (await answered.json()).errorMsg]
  }
  expect(await start('陈莲 😀')).toEqual([422, expect.stringContaining('😀 (U+1F600)')])
  for (const name of ['Qishu Closing Seal', 'qishu  closing seal', 'ＱＩＳＨＵ Closing-Seal'])
    expect(await start(name)).toEqual([422, expect.stringContaining('seal')])
  expect(await start('陈莲')).toEqual([303, ''])
})

test('an unprintable typed signature is rejected at its field, and stays there', () => {
  const typed = (text: string) =>
    readValues(SignatureForm, [
      ['kind', 'typed'],
      ['typed', text],
    ])
  expect(typed('Oliver 😀 Grant')).toMatchObject({
    ok: false,
    problems: { typed: 'signing.problem.unprintable' },
    values: { typed: 'Oliver 😀 Grant' },
  })
  expect(typed('Oli\u202ever')).toMatchObject({
    problems: { typed: 'common.problem.character.U202E' },
    values: { typed: 'Oli\u202ever' },
  })
  expect(typed('Jiří Dvořák')).toMatchObject({ ok: true, output: { typed: 'Jiří Dvořák' } })
  expect(typed('  ')).toMatchObject({ ok: false })
})
