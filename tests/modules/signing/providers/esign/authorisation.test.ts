import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import type { RemoteSender, RemoteService } from '#modules/signing/providers/remote/service.ts'
import { ago, DAY, fromNow, now, setClock } from '#src/core/clock.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import { CALLBACK_URL, order, RETURN_URL, sender, signatory } from './examples.ts'

let stub: EsignStub
let esign: RemoteService
beforeEach(async () => {
  stub = await startEsignStub()
  esign = createEsign(stub.settings)
})
afterEach(() => {
  setClock(null)
  stub.stop()
})

const urls = { callbackUrl: CALLBACK_URL, returnUrl: RETURN_URL, locale: 'zh_CN' as const }
const institution: RemoteSender = sender({
  as: 'institution',
  organisation: { name: '上海启书科技有限公司', registrationNumber: '91310000MA1FL00000' },
})

async function grantAuthorisation(from: RemoteSender, dates = { from: ago(DAY), until: fromNow(365 * DAY) }) {
  const { flow } = await esign.authorise(from, urls)
  stub.grant(flow, dates)
  const authorisation = await esign.authorisation(flow)
  if (authorisation.state !== 'granted') throw new Error(`is ${authorisation.state}`)
  return authorisation
}

const authorisationResponse = (changes: object) => ({
  status: 200,
  body: JSON.stringify({ code: 0, message: '', data: { authorizedStatus: 1, ...changes } }),
})

describe('a sender', () => {
  test.each([
    ['a person', sender()],
    ['an institution', institution],
    ['a person by mail', sender({ phone: null })],
    ['a person without an account of the service', sender({ phone: '+447700900123', email: null })],
  ])('who is %s is sent to a page of the service', async (_, one) => {
    const { flow, url } = await esign.authorise(one, urls)
    expect([new URL(url).origin, await esign.authorisation(flow)]).toEqual([stub.url, { state: 'pending' }])
  })

  test('is refused as an institution without a name', async () => {
    const nameless = sender({ as: 'institution' })
    await expect(esign.authorise(nameless, urls)).rejects.toMatchObject({
      kind: 'refused',
      code: 'organisation',
    })
    expect(stub.requests).toEqual([])
  })

  test('continues the same attempt when they ask again before deciding', async () => {
    const { flow } = await esign.authorise(sender(), urls)
    expect((await esign.authorise(sender(), urls)).flow).toBe(flow)
  })
})

describe('an authorisation', () => {
  test('has the period that the service states', async () => {
    const [from, until] = [ago(2 * DAY), fromNow(99 * 365 * DAY)]
    expect(await grantAuthorisation(sender(), { from, until })).toEqual({
      state: 'granted',
      reference: expect.stringMatching(/^psn:\w+$/),
      from,
      until,
    })
    expect((await grantAuthorisation(institution)).reference).toMatch(/^org:\w+:\w+$/)
  })

  test('has no end if the service states none', async () => {
    const { flow } = await esign.authorise(sender(), urls)
    stub.grant(flow, { from: ago(DAY), until: null })
    expect(await esign.authorisation(flow)).toMatchObject({ state: 'granted', until: null })
  })

  test('is refused, lapsed, or past its end', async () => {
    const { flow } = await esign.authorise(sender(), urls)
    stub.refuse(flow)
    expect(await esign.authorisation(flow)).toEqual({ state: 'refused', reason: null })
    stub.lapse(flow)
    expect(await esign.authorisation(flow)).toEqual({ state: 'lapsed', reason: null })
    stub.grant(flow, { from: ago(2 * DAY), until: ago(DAY) })
    expect(await esign.authorisation(flow)).toEqual({ state: 'lapsed', reason: null })
  })

  test('begins with the last and ends with the first of the required scopes', async () => {
    const scope = (authorizedScope: string, begin: number, end: number | null) => ({
      authorizedScope,
      effectiveTime: begin,
      expireTime: end,
    })
    const end = fromNow(DAY).getTime()
    stub.controls.next = authorisationResponse({
      person: { psnId: 'p1' },
      organization: { orgId: 'o1' },
      authorizedInfo: [
        scope('org_initiate_sign', 1000, end + 5),
        scope('psn_initiate_sign', 2000, end),
        scope('get_psn_identity_info', 3000, 4000),
      ],
    })
    expect(await esign.authorisation('f')).toEqual({
      state: 'granted',
      reference: 'org:o1:p1',
      from: new Date(2000),
      until: new Date(end),
    })
  })

  test('has no beginning if the service states none', async () => {
    const authorizedInfo = [{ authorizedScope: 'psn_initiate_sign', effectiveTime: null, expireTime: null }]
    stub.controls.next = authorisationResponse({ person: { psnId: 'p1' }, authorizedInfo })
    expect(await esign.authorisation('f')).toMatchObject({ state: 'granted', from: null })
  })

  test('is not valid without a required scope', async () => {
    const authorizedInfo = [{ authorizedScope: 'get_psn_identity_info', effectiveTime: 1, expireTime: null }]
    stub.controls.next = authorisationResponse({ person: { psnId: 'p1' }, authorizedInfo })
    expect(await esign.authorisation('f')).toEqual({
      state: 'refused',
      reason: 'Not granted: psn_initiate_sign',
    })
  })

  test.each([
    ['of nobody', { authorizedInfo: [] }, 'shape'],
    ['of an id that is a path', { person: { psnId: '../x' } }, 'shape'],
    ['of an unknown state', { authorizedStatus: 8 }, 'state'],
  ])('%s is unavailable', async (_, changes, code) => {
    stub.controls.next = authorisationResponse(changes)
    await expect(esign.authorisation('f')).rejects.toMatchObject({ kind: 'unavailable', code })
  })

  test('that does not exist is refused', async () => {
    await expect(esign.authorisation('f')).rejects.toMatchObject({ kind: 'refused', code: '1450007' })
  })

  test('includes evidence only when reports are bought', async () => {
    const scopes = async (changes: object, one: RemoteSender) => {
      const { flow } = await createEsign({ ...stub.settings, ...changes }).authorise(one, urls)
      stub.grant(flow, { from: now(), until: null })
      const { authorizedInfo } = JSON.parse(Buffer.from(stub.callbacks.at(-1)!.body).toString())
      return authorizedInfo.map(({ authorizedScope }: { authorizedScope: string }) => authorizedScope)
    }
    expect(await scopes({}, sender())).toEqual(['psn_initiate_sign'])
    expect(await scopes({ evidenceReports: true }, sender())).toEqual([
      'psn_initiate_sign',
      'apply_psn_evidence',
    ])
    expect(await scopes({}, institution)).toEqual(['org_initiate_sign', 'psn_initiate_sign'])
    expect(await scopes({ evidenceReports: true }, institution)).toContain('apply_org_evidence')
  })
})

describe('a signing in the name of a sender', () => {
  test('is initiated by the sender', async () => {
    const psn = await grantAuthorisation(sender())
    const org = await grantAuthorisation(institution)
    const initiator = async (reference: string) => {
      const id = await esign.draft(order([signatory()], { sender: sender({ reference }) }))
      return stub.askedFor(id).signFlowInitiator
    }
    expect(await initiator(psn.reference)).toEqual({ psnInitiator: { psnId: psn.reference.slice(4) } })
    const [, orgId, psnId] = org.reference.split(':')
    expect(await initiator(org.reference)).toEqual({ orgInitiator: { orgId, transactor: { psnId } } })
  })

  test('needs a new authorisation after it has ended', async () => {
    const { reference } = await grantAuthorisation(sender())
    const later = fromNow(366 * DAY)
    setClock(() => later)
    const expired = order([signatory()], { sender: sender({ reference }), expiresAt: fromNow(10 * DAY) })
    await expect(esign.draft(expired)).rejects.toMatchObject({ kind: 'unauthorised', code: '1436116' })
  })
})
