import { beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import {
  declineOffer,
  endRequest,
  REQUESTS_A_DAY,
  replyToStaff,
} from '#modules/consultations/consultation.ts'
import { answerRequest, closeRequest, deliver, makeOffer } from '#modules/consultations/desk-consultation.ts'
import { CONSULTATION_STATES, type MoveName } from '#modules/consultations/moves.ts'
import { deleteOldConsultations } from '#modules/consultations/personal-data.ts'
import { numberOf } from '#modules/consultations/step.ts'
import { takeEntry } from '#modules/pages/desk-work/ownership.ts'
import { config } from '#src/core/config.ts'
import '#src/app/events.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { getFile } from '#src/jobs/storage.ts'
import {
  acceptOffer,
  CONSULTATION,
  consultation,
  OFFER,
  OFFER_FORM,
  offeredConsultation,
  orderForm,
  orderPage,
} from '#tests/cast/consultations.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { exportData } from '#tests/support/data-export.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'

const context = setUpCast()

beforeEach(async () => {
  await context.db.deleteFrom('consultations.consultation').execute()
  await context.db.deleteFrom('messaging.message').execute()
  await context.db.deleteFrom('platform.mail').execute()
})

const lin = () => context.cast.lin
const ruo = () => context.cast.ruo
const HOME = '/mgmt/consultations'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const fileNamed = (name: string, text: string | Uint8Array<ArrayBuffer>) => ({
  field: 'file',
  name,
  bytes: typeof text === 'string' ? bytesOf(text) : text,
})
const WORD = fileNamed('Terms.docx', 'PK\x03\x04 word/document.xml')
const post = (changes: Record<string, string> = {}, files: ReturnType<typeof fileNamed>[] = []) =>
  postFiles(lin().client, HOME, { ...CONSULTATION, ...changes }, files)
const html = async (path: string, who = lin()) => (await who.client.get(path)).text()
const rowOf = (id: string) =>
  context.db
    .selectFrom('consultations.consultation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const rows = () => context.db.selectFrom('consultations.consultation').selectAll().execute()
const newsOf = async () =>
  (await context.db.selectFrom('messaging.message').select(['kind', 'account_id', 'path']).execute()).map(
    ({ kind, account_id, path }) => [kind, account_id === lin().viewer.id, path],
  )

describe('a request', { shuffle: false }, () => {
  test('is made in its tab, with files, and both the requester and we are notified', async () => {
    expect(await html('/mgmt/new-doc?tab=CONSULT_SELECT')).toContain('id="consult-form"')
    const response = await post({ wantedBy: '2099-01-31' }, [fileNamed('Draft.pdf', '%PDF-1.7'), WORD])
    const [row] = await rows()
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${HOME}/${row!.id}?done=request`,
    ])
    expect(row).toMatchObject({
      state: 'requested',
      wanted_by: '2099-01-31',
      bilingual: true,
      locale: 'en_US',
    })
    const page = await html(`${HOME}/${row!.id}?done=request`)
    for (const words of ['We have received your request', 'Draft.pdf', 'Terms.docx', CONSULTATION.situation])
      expect([words, page.includes(words)]).toEqual([words, true])
    expect(await html(HOME)).toContain(row!.id)
    expect(await html('/mgmt/new-doc?tab=CONSULT_SELECT')).toContain(`${HOME}/${row!.id}`)
    expect((await lastMailTo(context.db, 'lin@example.com')).subject).toContain(numberOf(row!.id))
    // The address in the form may belong to another person.
    expect(await mailsTo(context.db, CONSULTATION.email)).toEqual([])
    const mailToUs = await lastMailTo(context.db, config.company.mail)
    expect(mailToUs.links![0]).toContain(`/desk/consultations/${row!.id}`)
    expect(mailToUs.text).not.toContain('Bristol')
  })

  test.each([
    ['kind', '', 'This field must be selected'],
    ['kind', 'divorce', 'This field must be selected'],
    ['subject', ' ', 'This field is required'],
    ['subject', 'x'.repeat(101), 'This text is too long'],
    ['situation', 'x'.repeat(4001), 'This text is too long'],
    ['ownPlace', '', 'This field must be selected'],
    ['otherPlace', 'moon', 'This field must be selected'],
    ['language', 'fr', 'This field must be selected'],
    ['bilingual', 'perhaps', 'This field must be selected'],
    ['wantedBy', '31.12.2099', 'Write the date in the form 2026-12-31'],
    ['wantedBy', '2099-02-30', 'Write the date in the form 2026-12-31'],
    ['wantedBy', '2020-01-01', 'This date is in the past'],
    ['name', '', 'This field is required'],
    ['email', 'nobody', 'Format is incorrect'],
    ['phone', 'call me', 'Format is incorrect'],
  ])('with %s “%.12s” is returned with the typed text: %s', async (field, value, problem) => {
    const typed = { subject: 'A lease of ours', [field]: value }
    const answer = await post(typed)
    const page = await answer.text()
    expect([answer.status, fieldProblem(page, field)]).toEqual([422, problem])
    if (field !== 'subject') expect(typedValue(page, 'subject')).toBe(typed.subject)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['a program', [fileNamed('Draft.pdf', 'MZ')], 'Only PDF'],
    ['macros', [fileNamed('Terms.docx', 'PK\x03\x04 word/document.xml vbaProject.bin')], 'Only PDF'],
    ['an archive', [fileNamed('Terms.docx', 'PK\x03\x04 invoice.exe')], 'Only PDF'],
    ['four files', Array.from({ length: 4 }, () => WORD), 'At most three'],
    ['too much', [fileNamed('Draft.pdf', `%PDF-${'x'.repeat(20 * 1024 * 1024)}`)], 'larger than 20 MB'],
    ['a name that is a path', [fileNamed('..\\Draft.pdf', '%PDF-1.7')], 'must not contain'],
  ])('with %s attached is refused at its field', async (_, files, problem) => {
    const answer = await post({}, files)
    const page = await answer.text()
    expect([answer.status, fieldProblem(page, 'file')]).toEqual([422, expect.stringContaining(problem)])
    expect([typedValue(page, 'subject'), await rows()]).toEqual([CONSULTATION.subject, []])
  })

  test('sent twice concurrently is stored once', async () => {
    const answers = await Promise.all([post(), post(), post()])
    expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1)
    expect((await rows()).length).toBe(1)
    expect((await mailsTo(context.db, 'lin@example.com')).length).toBe(1)
  })

  test('over the daily limit is rejected with the typed text, even if many are concurrent, until the next day', async () => {
    const subjects = Array.from({ length: REQUESTS_A_DAY + 2 }, (_, n) => `Lease ${n}`)
    const answers = await Promise.all(subjects.map((subject) => post({ subject })))
    const refusals = answers.filter(({ status }) => status === 409)
    expect([refusals.length, (await rows()).length]).toEqual([2, REQUESTS_A_DAY])
    const page = await refusals[0]!.text()
    expect(formProblem(page)).toContain(`${REQUESTS_A_DAY} requests within 24 hours`)
    expect(typedValue(page, 'subject')).toMatch(/^Lease \d$/)
    setClock(() => new Date(Date.now() + DAY + 1000))
    expect((await post({ subject: 'Lease of tomorrow' })).status).toBe(303)
    setClock(null)
  })
})

describe('from request to document', { shuffle: false }, () => {
  test('each step is reported by message and mail in the customer’s language, and is in the history', async () => {
    await context.db
      .updateTable('accounts.account')
      .set({ locale: 'zh_TW' })
      .where('username', '=', 'lin')
      .execute()
    const id = await consultation(context.db, lin().viewer)
    const number = numberOf(id)
    const desk = `/desk/consultations/${id}`
    const ownPath = `${HOME}/${id}`
    const subject = async () => (await lastMailTo(context.db, CONSULTATION.email)).subject
    expect(await html('/desk/consultations', ruo())).toContain(desk)

    await ruo().client.post(`${desk}/owner`, { to: 'me', was: '' })
    expect([(await rowOf(id)).state, await subject()]).toEqual([
      'examined',
      `您的客製需求 ${number} 已開始受理`,
    ])
    expect(await html(desk, ruo())).toContain('who reads Traditional Chinese')
    await ruo().client.post(`${desk}/answer`, { answer: 'How large is it?' })
    expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain('How large is it?')
    await postFiles(lin().client, `${ownPath}/reply`, { words: '800 m²' }, [fileNamed('Plan.png', png())])
    await ruo().client.post(`${desk}/note`, { note: 'Ask Bristol first' })
    await ruo().client.post(`${desk}/offer`, OFFER_FORM)
    expect(await subject()).toBe(`您的客製需求 ${number}：我們的報價`)
    expect((await html(ownPath)).replaceAll('\u00a0', ' ')).toContain('CNY 3,600.00')
    await acceptOffer(context.db, lin().viewer, id)
    expect((await rowOf(id)).state).toBe('accepted')
    expect(await html('/desk/consultations', ruo())).toContain(desk)
    const document = fileNamed('Lease.pdf', '%PDF-1.7 the lease')
    await postFiles(ruo().client, `${desk}/delivery`, { covering: 'Here it is' }, [document])
    expect(await subject()).toBe(`您的客製文件 ${number} 已交付`)

    const file = await lin().client.get(`${ownPath}/file?number=3`)
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      '%PDF-1.7 the lease',
      expect.stringContaining('attachment; filename="Lease.pdf"'),
    ])
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect((await lin().client.get(`${ownPath}/file?number=4`)).status).toBe(404)
    await lin().client.post(`${ownPath}/closing`)
    expect((await rowOf(id)).state).toBe('closed')
    expect(await html('/desk/consultations', ruo())).not.toContain(desk)
    expect(await html('/desk/consultations?state=closed', ruo())).toContain(desk)

    const actions = await context.db
      .selectFrom('consultations.action')
      .select(['side', 'action'])
      .orderBy('id')
      .execute()
    expect(actions.map(({ side, action }) => `${side} ${action}`)).toEqual([
      'customer request',
      'staff take',
      'staff answer',
      'customer reply',
      'staff note',
      'staff offer',
      'customer accept',
      'staff deliver',
      'customer confirm',
    ])
    const kinds = ['Examined', 'Answered', 'Offered', 'Delivered'].map((kind) => [
      `consultation${kind}`,
      true,
      ownPath,
    ])
    expect((await newsOf()).filter(([kind]) => String(kind).startsWith('consultation'))).toEqual(kinds)
    const page = await html(ownPath)
    expect([page.includes('Here it is'), page.includes('Ask Bristol first')]).toEqual([true, false])
    expect((await html(desk, ruo())).includes('Ask Bristol first')).toBe(true)
    await context.db
      .updateTable('accounts.account')
      .set({ locale: 'en_US' })
      .where('username', '=', 'lin')
      .execute()
  })

  test('only the displayed offer can be accepted: it is ordered once, or declined', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    await makeOffer(context.db, ruo().viewer, id, { ...OFFER, terms: 'One round of changes.' })
    const stale = await lin().client.post(orderPage(id), orderForm(1))
    expect([stale.status, (await rowOf(id)).state]).toEqual([409, 'offered'])
    const [one, declined, other] = await Promise.allSettled([
      acceptOffer(context.db, lin().viewer, id, 2),
      declineOffer(context.db, lin().viewer, id, 2, ''),
      acceptOffer(context.db, lin().viewer, id, 2),
    ])
    expect(one.status).toBe(other.status)
    expect(declined.status).not.toBe(one.status)
    const answers = context.db
      .selectFrom('consultations.action')
      .select('id')
      .where('action', 'in', ['accept', 'decline'])
    expect((await answers.execute()).length).toBe(1)
    const orders = context.db.selectFrom('orders.order').select('id').where('request_id', '=', id)
    expect((await orders.execute()).length).toBe(one.status === 'fulfilled' ? 1 : 0)
  })

  test('a step sent twice concurrently is done, reported and stored once', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    const ownPath = `${HOME}/${id}`
    const desk = `/desk/consultations/${id}`
    const files = [fileNamed('Plan.pdf', '%PDF-1.7')]
    const count = async () => [
      (await context.db.selectFrom('consultations.action').select('id').execute()).length,
      (await context.db.selectFrom('consultations.file').select('number').execute()).length,
      (await context.db.selectFrom('platform.mail').select('id').execute()).length,
    ]
    const repeatedSteps: [string, () => Promise<Response>, number[]][] = [
      [
        'reply',
        () => postFiles(lin().client, `${ownPath}/reply`, { words: 'See the plan' }, files),
        [1, 1, 1],
      ],
      ['answer', () => ruo().client.post(`${desk}/answer`, { answer: 'Seen' }), [1, 0, 2]],
      ['note', () => ruo().client.post(`${desk}/note`, { note: 'Seen' }), [1, 0, 0]],
      ['offer', () => ruo().client.post(`${desk}/offer`, { ...OFFER_FORM, days: '8' }), [1, 0, 2]],
      ['order', () => lin().client.post(orderPage(id), orderForm(2)), [0, 0, 0]],
      ['delivery', () => postFiles(ruo().client, `${desk}/delivery`, { covering: '' }, files), [1, 1, 2]],
      ['closing', () => lin().client.post(`${ownPath}/closing`), [1, 0, 1]],
    ]
    for (const [name, send, more] of repeatedSteps) {
      if (name === 'delivery') await acceptOffer(context.db, lin().viewer, id, 2)
      const countBefore = await count()
      const answers = await Promise.all([send(), send()])
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 303, 303])
      const countAfter = await count()
      expect([name, countAfter.map((n, at) => n - countBefore[at]!)]).toEqual([name, more])
    }
  })

  test('the same text with other files is another delivery', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    await acceptOffer(context.db, lin().viewer, id, 1)
    for (const name of ['One.pdf', 'Two.pdf'])
      await deliver(context.db, ruo().viewer, id, '', [{ type: 'pdf', name, bytes: bytesOf('%PDF-1.7') }])
    const page = await html(`${HOME}/${id}`)
    expect([page.includes('One.pdf'), page.includes('Two.pdf')]).toEqual([true, true])
  })

  const MOVES: Record<MoveName, (id: string) => Promise<unknown>> = {
    reply: (id) => replyToStaff(context.db, lin().viewer, id, 'x', []),
    accept: (id) => acceptOffer(context.db, lin().viewer, id, 1),
    decline: (id) => declineOffer(context.db, lin().viewer, id, 1, ''),
    withdraw: (id) => endRequest(context.db, lin().viewer, id, 'withdraw'),
    confirm: (id) => endRequest(context.db, lin().viewer, id, 'confirm'),
    take: (id) => takeEntry(context.db, ruo().viewer, 'consultations', id),
    answer: (id) => answerRequest(context.db, ruo().viewer, id, 'x'),
    offer: (id) => makeOffer(context.db, ruo().viewer, id, { ...OFFER, terms: 'Other terms' }),
    deliver: (id) => deliver(context.db, ruo().viewer, id, '', []),
    close: (id) => closeRequest(context.db, ruo().viewer, id, 'x'),
  }

  /**
   * The state after each move from each state, in the order of the moves above; – means that the move is
   * refused.
   */
  test.each([
    ['requested', 'requested – – withdrawn – examined examined offered – closed'],
    ['examined', 'examined – – withdrawn – examined examined offered – closed'],
    ['offered', 'offered accepted declined withdrawn – offered offered offered – closed'],
    ['accepted', 'accepted – – – – accepted accepted – delivered closed'],
    ['declined', 'declined – – withdrawn – declined declined offered – closed'],
    ['delivered', 'delivered – – – closed delivered delivered – delivered closed'],
    ['closed', '– – – – – closed – – – –'],
    ['withdrawn', '– – – – – withdrawn – – – –'],
  ] as const)('what is %s becomes %s', async (state, leads) => {
    const id = await offeredConsultation(context.db, context.cast)
    const states: string[] = []
    for (const move of Object.values(MOVES)) {
      const columns = { state, owner_id: null, offers: 1, agreed_at: new Date() }
      await context.db.updateTable('consultations.consultation').set(columns).where('id', '=', id).execute()
      const refusalCode = await move(id).then(
        () => false,
        (error) => error.code === 'CONSULTATION_STATUS_WRONG',
      )
      states.push(refusalCode ? '–' : (await rowOf(id)).state)
    }
    expect(states.join(' ')).toBe(leads)
    expect(CONSULTATION_STATES).toContain(state)
  })

  test.each([
    ['desk', 'answer', { answer: 'Typed meanwhile' }, 'answer'],
    ['desk', 'closing', { ground: 'Typed meanwhile' }, 'ground'],
    ['desk', 'offer', { amount: '1', days: '3', terms: 'Typed meanwhile' }, 'terms'],
    ['mgmt', 'reply', { words: 'Typed meanwhile' }, 'words'],
  ])('input that came too late at the %s’s %s stays in the form', async (area, action, fields, field) => {
    const id = await consultation(context.db, lin().viewer)
    await endRequest(context.db, lin().viewer, id, 'withdraw')
    const { client } = area === 'desk' ? ruo() : lin()
    const answer = await client.post(
      `/${area}/consultations/${id}/${action}`,
      fields as Record<string, string>,
    )
    const page = await answer.text()
    expect([answer.status, fieldProblem(page, field)]).toEqual([
      422,
      expect.stringContaining('changed in the meantime'),
    ])
    expect(page).toContain('Typed meanwhile')
  })

  test.each([
    ['answer', { answer: '' }, 'answer', 'This field is required'],
    ['offer', { amount: '', days: '3', terms: 'x' }, 'amount', 'This field is required'],
    ['offer', { amount: '1', days: '0', terms: 'x' }, 'days', 'Enter a number from 1 to 180'],
    ['offer', { amount: '1', days: 'ten', terms: 'x' }, 'days', 'Format is incorrect'],
    ['note', { note: '' }, 'note', 'This field is required'],
    ['closing', { ground: '' }, 'ground', 'This field is required'],
    ['delivery', { covering: '' }, 'file', 'This field is required'],
  ])('%s %o is rejected beside its field', async (action, fields, field, problem) => {
    const id = await consultation(context.db, lin().viewer)
    const answer = await ruo().client.post(
      `/desk/consultations/${id}/${action}`,
      fields as Record<string, string>,
    )
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, problem])
    expect((await rowOf(id)).state).toBe('requested')
  })

  test('a delivered PDF becomes an imported document once; a package without uploads is reported', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    await acceptOffer(context.db, lin().viewer, id, 1)
    const lease = { type: 'pdf', name: 'Lease of a cold store.pdf', bytes: pdfWith({ pages: 1 }) } as const
    const word = { type: 'docx', name: 'Lease.docx', bytes: WORD.bytes } as const
    await deliver(context.db, ruo().viewer, id, '', [lease, word])
    const importDelivery = (number: string) => lin().client.post(`${HOME}/${id}/import`, { number })
    await context.db.updateTable('orders.package').set({ upload: false }).execute()
    const refusal = await importDelivery('2')
    expect([refusal.status, formProblem(await refusal.text())]).toEqual([
      422,
      'Importing PDFs is not part of your package',
    ])
    await context.db.updateTable('orders.package').set({ upload: true }).execute()
    const firstResponse = await importDelivery('2')
    const secondResponse = await importDelivery('2')
    const document = firstResponse.headers.get('location')!.split('/')[2]!
    expect([firstResponse.status, secondResponse.headers.get('location')]).toEqual([
      303,
      firstResponse.headers.get('location'),
    ])
    expect(await html(`/mgmt/${document}/my-docs-import-view`)).toContain('Lease of a cold store')
    expect(await html(`${HOME}/${id}`)).toContain(`/mgmt/${document}/my-docs-import-view`)
    // A file of the customer, a file that is no PDF, and an unknown file.
    for (const number of ['1', '3', '4', 'x'])
      expect([number, (await importDelivery(number)).status]).toEqual([number, 404])
    expect((await context.cast.hannah.client.post(`${HOME}/${id}/import`, { number: '2' })).status).toBe(404)
  })

  test('the URL of each form redirects to the request', async () => {
    const id = await consultation(context.db, lin().viewer)
    for (const action of ['reply', 'acceptance', 'refusal', 'withdrawal', 'closing', 'import'])
      expect((await lin().client.get(`${HOME}/${id}/${action}`)).headers.get('location')).toBe(
        `${HOME}/${id}`,
      )
    for (const action of ['note', 'answer', 'offer', 'delivery', 'closing']) {
      const path = `/desk/consultations/${id}`
      expect((await ruo().client.get(`${path}/${action}`)).headers.get('location')).toBe(path)
      expect((await ruo().client.get(`/desk/consultations/${newId()}/${action}`)).status).toBe(404)
    }
  })
})

test('a request without an agreement is deleted with its files two years after its end; other requests are not', async () => {
  const endedId = await consultation(context.db, lin().viewer, { subject: 'One' })
  const agreed = await offeredConsultation(context.db, context.cast, { subject: 'Two' })
  const openId = await consultation(context.db, lin().viewer, { subject: 'Three' })
  const young = await consultation(context.db, lin().viewer, { subject: 'Four' })
  await acceptOffer(context.db, lin().viewer, agreed, 1)
  for (const id of [endedId, agreed, young]) await closeRequest(context.db, ruo().viewer, id, 'x')
  const earlier = new Date(Date.now() - 731 * DAY)
  await context.db
    .updateTable('consultations.consultation')
    .set({ created_at: earlier })
    .where('id', 'in', [endedId, agreed, openId])
    .execute()
  const files = async (id: string) =>
    getFile(context.db, `consultations/${id}/1`).then(
      () => 1,
      () => 0,
    )
  expect(await files(endedId)).toBe(1)
  await deleteOldConsultations.now(context.db, {})
  expect((await rows()).map(({ id }) => id).sort()).toEqual([agreed, openId, young].sort())
  expect([await files(endedId), await files(agreed)]).toEqual([0, 1])
})

describe('the visibility of a request', { shuffle: false }, () => {
  test('colleagues with access to the team’s documents see it; colleagues who may draft can change it', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    const { zhou, hannah } = context.cast
    const grant = (grants: 'team.documents'[] | ('team.documents' | 'document.create')[]) =>
      context.db.updateTable('accounts.account').set({ grants }).where('id', '=', zhou.viewer.id).execute()
    await grant([])
    expect((await zhou.client.get(`${HOME}/${id}`)).status).toBe(404)
    expect(await html(HOME, zhou)).not.toContain(id)
    await grant(['team.documents'])
    expect(await html(HOME, zhou)).toContain(id)
    expect(await html(`${HOME}/${id}`, zhou)).not.toContain(orderPage(id))
    expect((await zhou.client.post(orderPage(id), orderForm())).status).toBe(403)
    expect((await hannah.client.post(orderPage(id), orderForm())).status).toBe(404)
    expect((await zhou.client.get('/mgmt/new-doc?tab=CONSULT_SELECT')).status).toBe(403)
    expect((await postFiles(zhou.client, HOME, CONSULTATION, [])).status).toBe(403)
    expect((await rowOf(id)).state).toBe('offered')
    await grant(['team.documents', 'document.create'])
    expect((await zhou.client.post(orderPage(id), orderForm())).status).toBe(303)
    expect((await rowOf(id)).order_id).not.toBeNull()
  })

  test('the customer does not see which member of staff owns it', async () => {
    const id = await offeredConsultation(context.db, context.cast)
    expect(await html(`/desk/consultations/${id}`, ruo())).toMatch(/ruo(<!-- -->)? · /)
    expect(await html(`${HOME}/${id}`)).not.toMatch(/\bruo\b/)
  })

  test.each(['cold store', 'MEI@lotus', 'lin mei', 'Lotus Trading', 'number'])(
    'the desk finds a request by %s',
    async (keyword) => {
      const id = await consultation(context.db, lin().viewer)
      const query = keyword === 'number' ? numberOf(id) : keyword
      expect(await html(`/desk/consultations?keyword=${encodeURIComponent(query)}`, ruo())).toContain(id)
      expect(await html('/desk/consultations?keyword=%25', ruo())).not.toContain(id)
    },
  )

  test('is in the requester’s data export without our notes, and is erased with the account; agreed figures stay', async () => {
    const email = 'quirin@kestrel.example'
    const client = await newcomer(context.db, email)
    const { id: accountId, username } = await context.db
      .selectFrom('accounts.account')
      .select(['id', 'username'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const viewer = (await findViewer(context.db, accountId))!
    const typed = { situation: 'Quirin’s cellar', name: 'Quirin', email: 'q@quirin.example' }
    const openId = await consultation(context.db, viewer, typed)
    const agreed = await consultation(context.db, viewer, { ...typed, subject: 'Quirin’s lease' })
    await makeOffer(context.db, ruo().viewer, agreed, OFFER)
    await acceptOffer(context.db, viewer, agreed, 1)
    await ruo().client.post(`/desk/consultations/${openId}/note`, { note: 'A difficult one' })
    const { text: data } = await exportData(context.db, client)
    for (const words of ['Quirin’s cellar', 'Quirin’s lease', 'Draft.pdf', OFFER.terms])
      expect([words, data.includes(words)]).toEqual([words, true])
    expect(data).not.toContain('A difficult one')
    const erased = await ruo().client.post(`/desk/accounts/${accountId}/erasure`, {
      confirmation: username,
      ground: 'Called back',
    })
    expect(erased.status).toBe(303)
    const [row, ...otherRows] = await rows()
    expect([row!.id, row!.amount_cny, row!.days, otherRows]).toEqual([agreed, OFFER.amount, OFFER.days, []])
    const actions = await context.db.selectFrom('consultations.action').selectAll().execute()
    const files = await context.db.selectFrom('consultations.file').selectAll().execute()
    expect(Object.values(row!).join()).not.toMatch(/quirin/i)
    expect(JSON.stringify(actions)).not.toMatch(/quirin/i)
    expect(files).toEqual([])
    await deliver(context.db, ruo().viewer, agreed, 'x', [])
    const nobody = context.db.selectFrom('platform.mail').select('id').where('recipient', '=', '')
    expect(await nobody.execute()).toEqual([])
  })
})
