import { beforeAll, describe, expect, test } from 'vitest'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import '#src/app/events.ts'
import { dayAhead } from '#src/core/day.ts'
import { SCOPES } from '#src/http/programs/operation.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { keyOf, programWith, setPlan } from '#tests/cast/program.ts'
import { filledNda, SIGNATORIES } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { rehearseSignings } from '#tests/support/rehearsal.ts'

rehearseSignings()

const REPORT = pdfWith({ pages: 2 })

const context = setUpCast()
let send: ReturnType<typeof programWith>

beforeAll(async () => {
  const { viewer } = context.cast.lin
  await setPlan(context.db, viewer, 'enterprise')
  send = programWith(context.db, await keyOf(context.db, viewer, [...SCOPES]))
})

async function draft() {
  const { model } = await send('POST', '/documents', { body: { template: 'mutual-nda' } })
  const { parties, fields } = filledNda({ parties: model.parties, fields: model.fields } as never)
  const changes = {
    version: model.version,
    fields,
    parties: Object.fromEntries(parties.map(({ key, ...party }) => [key, party])),
  }
  const { model: filledDocument } = await send('PATCH', `/documents/${model.id}`, { body: changes })
  return { id: model.id as string, version: filledDocument.version as number }
}

const findAccount = (id: string) =>
  context.db.selectFrom('accounts.account').select('email').where('id', '=', id).executeTakeFirst()

describe('a program', () => {
  test('takes a document from the draft to the signed file', async () => {
    const { id, version } = await draft()
    const path = `/documents/${id}`
    expect((await send('GET', `${path}/check`)).model).toEqual({ complete: true, points: [] })
    expect((await send('GET', `${path}/draft.pdf`)).text.slice(0, 5)).toBe('%PDF-')
    expect((await send('GET', `${path}/draft.docx?language=en`)).text.slice(0, 2)).toBe('PK')
    expect((await send('GET', `${path}/final.pdf`)).model.code).toBe('DOCUMENT_STATUS_WRONG')
    expect((await send('GET', `${path}/signing`)).status).toBe(404)
    const wrongResponse = await send('POST', `${path}/finalisation`, { body: { version: version + 1 } })
    expect(wrongResponse.model.code).toBe('DOCUMENT_CONFLICT')
    await send('POST', `${path}/finalisation`, { body: { version } })
    expect((await send('GET', `${path}/final.pdf`)).model.code).toBe('FILE_GENERATING')
    await workWaitingJobs(context.db)
    expect((await send('GET', `${path}/final.pdf`)).model.type).toBe('application/pdf')

    const { model: parties } = await send('GET', `${path}/signatories`)
    expect(parties.signatories.map(({ email }: { email: string }) => email)).toEqual(
      SIGNATORIES.map(({ email }) => email),
    )
    await send('PUT', `${path}/signatories`, { body: { signatories: SIGNATORIES } })
    const uses = async () =>
      (await send('GET', '/usage')).model.items.find(({ kind }: { kind: string }) => kind === 'esign').unused
    const countBefore = await uses()
    const idempotencyKey = 'start-1'
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => send('POST', `${path}/signing`, { idempotencyKey })),
    )
    expect(starts.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect((await send('POST', `${path}/signing`, { idempotencyKey })).status).toBe(201)
    expect((await send('POST', `${path}/signing`)).model.code).toBe('DOCUMENT_STATUS_WRONG')
    expect(await uses()).toBe(countBefore - 1)

    const { model: startedSigning } = await send('GET', `${path}/signing`)
    expect(startedSigning.signatories.map(({ state }: { state: string }) => state)).toEqual([
      'invited',
      'waiting',
    ])
    await signAsDemo(context.db, id, 2)
    expect((await send('GET', `${path}/signing`)).model.state).toBe('completed')
    const signedFile = await send('GET', `${path}/signed.pdf`)
    expect((await send('GET', `${path}/certificate.pdf`)).model.type).toBe('application/pdf')
    expect((await send('GET', `${path}/evidence.zip`)).model.type).toBe('application/zip')
    const { model: checked } = await send('POST', '/verification', { body: signedFile.bytes })
    expect(checked.outcome).toBe('sealed')
    const kinds = checked.signatures.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toContain('closing-seal')
  })

  test('sends a draft for review and reads the answer', async () => {
    const { id } = await draft()
    const path = `/documents/${id}`
    expect((await send('GET', `${path}/review`)).model).toEqual({ status: 'draft', rounds: [] })
    expect((await send('GET', `${path}/comments`)).model).toEqual({ items: [] })
    const { email } = (await findAccount(context.cast.zhou.viewer.id))!
    const request = {
      due: dayAhead(7),
      note: 'Please look at clause 4',
      reviewers: [
        { name: 'Oliver Grant', email: 'Oliver@kestrel.example', locale: 'en_US' },
        { name: 'Zhou', email },
      ],
    }
    const nobody = await send('POST', `${path}/review`, { body: { ...request, reviewers: [] } })
    expect(nobody.model.code).toBe('PARTICIPANT_MISSING')
    const past = await send('POST', `${path}/review`, { body: { ...request, due: '2020-01-01' } })
    expect([past.model.code, past.model.field]).toEqual(['INVALID_FIELD', 'due'])
    const idempotencyKey = 'review-1'
    const { model } = await send('POST', `${path}/review`, { body: request, idempotencyKey })
    expect(model.rounds[0].reviewers).toMatchObject([
      { email, kind: 'internal', state: 'asked' },
      { name: 'Oliver Grant', email: 'oliver@kestrel.example', kind: 'external', state: 'asked' },
    ])
    expect((await send('POST', `${path}/review`, { body: request, idempotencyKey })).model).toEqual(model)
    expect((await lastMailTo(context.db, 'oliver@kestrel.example')).text).toContain(request.note)
    expect((await send('GET', path)).model.status).toBe('in_review')
    expect((await send('PATCH', path, { body: { version: 1 } })).model.code).toBe('DOCUMENT_STATUS_WRONG')
  })

  test('imports a PDF once and sends it for signing', async () => {
    const file = REPORT
    const call = { body: file, idempotencyKey: 'import-1' }
    const { status, model } = await send('POST', '/imports?name=Report.pdf', call)
    expect([status, model.name, model.status]).toEqual([201, 'Report', 'draft'])
    expect((await send('POST', '/imports?name=Report.pdf', call)).model.id).toBe(model.id)
    const otherResponse = await send('POST', '/imports?name=Other.pdf', call)
    expect(otherResponse.model.detail).toContain('another request')
    for (const [name, body, code] of [
      ['a/b.pdf', file, 'INVALID_FIELD'],
      ['x.pdf', new TextEncoder().encode('no PDF'), 'PDF_REFUSED'],
      ['x.pdf', new Uint8Array(21 * 1024 * 1024), 'TOO_LARGE'],
      ['x.pdf', {}, 'UNSUPPORTED_TYPE'],
    ] as const)
      expect([name, (await send('POST', `/imports?name=${name}`, { body })).model.code]).toEqual([name, code])
    const parties = ['Lotus Trading', 'Kestrel Robotics Ltd']
    const { model: namedImport } = await send('PATCH', `/imports/${model.id}`, { body: { parties } })
    expect(namedImport).toMatchObject({ name: 'Report', parties })
    const wrongResponse = await send('PATCH', `/imports/${model.id}`, { body: { name: 'a/b' } })
    expect(wrongResponse.model.field).toBe('name')
    const spot = { page: 1, x: 100, width: 180, height: 60 }
    const signatories = SIGNATORIES.map((one, index) => ({
      ...one,
      spots: [{ ...spot, y: 400 - 100 * index }],
    }))
    await send('PUT', `/documents/${model.id}/signatories`, { body: { signatories } })
    expect((await send('POST', `/documents/${model.id}/signing`)).model).toMatchObject({ state: 'started' })
    expect((await send('GET', `/imports/${model.id}`)).model.status).toBe('signing')
  })

  test('adds contacts and finds them', async () => {
    const person = { name: '王芳', organisation: '莲花贸易', email: 'wang@lotus.example', group: 'HR' }
    const { model, status } = await send('POST', '/contacts', { body: person })
    expect([status, model]).toEqual([201, { ...person, id: model.id, mobile: '' }])
    expect((await send('POST', '/contacts', { body: person })).model.code).toBe('CONTACT_EMAIL_EXISTS')
    const nowhere = await send('POST', '/contacts', { body: { name: 'Nobody' } })
    expect([nowhere.model.code, nowhere.model.field]).toEqual(['INVALID_FIELD', 'email'])
    const { model: contacts } = await send('GET', '/contacts?type=external&keyword=王芳')
    expect(contacts.items).toEqual([model])
    expect((await send('GET', '/contacts?type=internal&keyword=王芳')).model.items).toEqual([])
  })

  test('gets the reason why a file cannot be checked', async () => {
    const call = { body: new TextEncoder().encode('no PDF') }
    expect((await send('POST', '/verification', call)).model.code).toBe('INVALID_FIELD')
    const unsigned = await send('POST', '/verification', { body: REPORT })
    expect(unsigned.model).toMatchObject({ outcome: 'unsigned', signatures: [] })
  })
})
