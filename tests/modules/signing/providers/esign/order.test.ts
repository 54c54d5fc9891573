import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import { acceptedFileName, acceptedText } from '#modules/signing/providers/esign/text.ts'
import type {
  RemoteOrder,
  RemoteService,
  RemoteSignatory,
} from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import { CALLBACK_URL, company, order, PLACE, person, RETURN_URL, signatory } from './examples.ts'

let stub: EsignStub
let esign: RemoteService
beforeEach(async () => {
  stub = await startEsignStub()
  esign = createEsign(stub.settings)
})
afterEach(() => stub.stop())

async function sentRequest(signatories: RemoteSignatory[], changes: Partial<RemoteOrder> = {}) {
  return stub.askedFor(await esign.draft(order(signatories, changes)))
}

const refusalOf = (signatories: RemoteSignatory[], changes: Partial<RemoteOrder> = {}) =>
  esign.draft(order(signatories, changes)).then(
    () => null,
    ({ kind, code }) => [kind, code],
  )

const SEAL_PLACE = { page: 2, x: 300, y: 100, width: 119.05, height: 119.05 }

describe('the setting of a signing', () => {
  test('ends automatically, starts by our call, and is in the platform’s name without a sender’s reference', async () => {
    const expiresAt = fromNow(20 * DAY)
    const flow = await sentRequest([signatory()], { expiresAt })
    expect(flow.signFlowConfig).toEqual({
      signFlowTitle: '房屋租赁合同',
      signFlowExpireTime: expiresAt.getTime(),
      autoStart: false,
      autoFinish: true,
      identityVerify: true,
      noticeConfig: { noticeTypes: '1,2' },
      signConfig: { signMode: 'NORMAL' },
      notifyUrl: CALLBACK_URL,
      redirectConfig: { redirectUrl: RETURN_URL },
    })
    expect([flow.signFlowInitiator, flow.copiers]).toEqual([undefined, []])
  })

  test('gives a recipient of a copy nothing to sign', async () => {
    const copy = signatory({ role: 'copy', phone: null, email: 'copy@example.cn', places: [] })
    const flow = await sentRequest([signatory(), copy])
    expect(flow.copiers).toEqual([{ copierPsnInfo: { psnAccount: 'copy@example.cn' } }])
    expect(flow.signers).toHaveLength(1)
  })

  test.each([
    ['an approver', [signatory({ role: 'approver' })], 'approver'],
    ['nobody who signs', [signatory({ role: 'copy' })], 'signers'],
    ['eleven signers', Array.from({ length: 11 }, (_, index) => signatory({ order: index + 1 })), 'signers'],
    ['a signatory without a place', [signatory({ places: [] })], 'places'],
    ['a phone of another country alone', [signatory({ email: null, phone: '+447700900123' })], 'contact'],
  ])('with %s is refused before the file is sent', async (_, signatories, code) => {
    expect(await refusalOf(signatories)).toEqual(['refused', code])
    expect(stub.requests).toEqual([])
  })

  test('with another sender’s reference is refused', async () => {
    const sent = order([signatory()])
    const sender = { ...sent.sender, reference: 'docusign:1' }
    expect(await refusalOf([signatory()], { sender })).toEqual(['refused', 'reference'])
  })

  test('with more than 90 days is refused by the service', async () => {
    expect(await refusalOf([signatory()], { expiresAt: fromNow(91 * DAY) })).toEqual(['refused', '1435002'])
    expect(esign.capabilities.maximumDays).toBe(90)
  })
})

describe('a signer', () => {
  test('from the mainland signs by phone, by hand, around the middle of the place', async () => {
    const one = signatory({ order: 3 })
    const flow = await sentRequest([one])
    const { fileId } = flow.docs[0]!
    expect(flow.signers).toEqual([
      {
        signerType: 0,
        signConfig: { signOrder: 3 },
        noticeConfig: { noticeTypes: '1' },
        psnSignerInfo: { psnAccount: '13800000001', psnInfo: { psnName: '张三' } },
        signFields: [
          {
            fileId,
            customBizNum: `${one.id}_real-name`,
            normalSignFieldConfig: {
              autoSign: false,
              freeMode: false,
              movableSignField: false,
              psnSealStyles: '0',
              signFieldStyle: 1,
              signFieldWidth: 120,
              signFieldHeight: 60,
              signFieldPosition: { positionPage: '1', positionX: 160, positionY: 230 },
            },
          },
        ],
      },
    ])
  })

  test.each([
    ['by phone alone', { email: null }, '13800000001', '1'],
    ['by mail alone', { phone: null }, 'zhang@example.cn', '2'],
    ['by mail when the phone is of another country', { phone: '+85291234567' }, 'zhang@example.cn', '2'],
    ['abroad by mail first', { party: person({ mainland: false }) }, 'zhang@example.cn', '2'],
    [
      'abroad by a phone of the mainland alone',
      { party: person({ mainland: false }), email: null },
      '13800000001',
      '1',
    ],
  ])('%s', async (_, changes, account, noticeTypes) => {
    const [signer] = (await sentRequest([signatory(changes)])).signers
    expect([signer!.psnSignerInfo!.psnAccount, signer!.noticeConfig.noticeTypes]).toEqual([
      account,
      noticeTypes,
    ])
  })

  test('of an institution places its seal, and signs by hand at that place if no seal is placed', async () => {
    const one = signatory({ party: company() })
    const [signer, ...others] = (await sentRequest([one])).signers
    expect(others).toEqual([])
    expect(signer).toMatchObject({
      signerType: 1,
      orgSignerInfo: {
        orgName: '上海启书科技有限公司',
        orgInfo: { orgIDCardNum: '91310000MA1FL00000', orgIDCardType: 'CRED_ORG_USCC' },
        transactorInfo: { psnAccount: '13800000001', psnInfo: { psnName: '张三' } },
      },
      signFields: [
        { customBizNum: `${one.id}_real-name`, normalSignFieldConfig: { signFieldWidth: PLACE.width } },
      ],
    })
  })

  test('of an institution seals and signs by hand if both are placed', async () => {
    const one = signatory({ party: company(), seal: { places: [SEAL_PLACE], crossPage: true }, order: 2 })
    const [sealed, byHand] = (await sentRequest([one])).signers
    expect([sealed!.signerType, byHand!.signerType]).toEqual([1, 3])
    expect([sealed!.signConfig, byHand!.signConfig]).toEqual([{ signOrder: 2 }, { signOrder: 2 }])
    expect(sealed!.signFields.map(({ normalSignFieldConfig }) => normalSignFieldConfig)).toEqual([
      {
        autoSign: false,
        freeMode: false,
        movableSignField: false,
        signFieldStyle: 1,
        signFieldWidth: 119,
        signFieldHeight: 119,
        signFieldPosition: { positionPage: '2', positionX: 359.53, positionY: 159.53 },
      },
      {
        autoSign: false,
        freeMode: false,
        signFieldStyle: 2,
        signFieldPosition: { acrossPageMode: 'ALL', positionY: 159.53 },
      },
    ])
    expect([byHand!.noticeConfig.noticeTypes, byHand!.signFields.length]).toEqual(['', 1])
  })

  test('can place a cross-page seal alone, in the middle of the edge', async () => {
    const one = signatory({ party: company(), places: [], seal: { places: [], crossPage: true } })
    const [signer] = (await sentRequest([one])).signers
    expect(
      signer!.signFields.map(({ normalSignFieldConfig }) => normalSignFieldConfig.signFieldPosition),
    ).toEqual([{ acrossPageMode: 'ALL', positionY: 421 }])
  })

  test('of an institution without a unified code is named by its registration, or only by its name', async () => {
    const numbers = ['310000400000000', null]
    const signers = numbers.map((registrationNumber) => signatory({ party: company({ registrationNumber }) }))
    const [registered, named] = (await sentRequest(signers)).signers
    expect(registered!.orgSignerInfo!.orgInfo!.orgIDCardType).toBe('CRED_ORG_REGCODE')
    expect(named!.orgSignerInfo).not.toHaveProperty('orgInfo')
  })
})

describe('a signing with a party outside mainland China', () => {
  const abroad = (changes: Partial<RemoteSignatory> = {}) =>
    signatory({
      name: 'Jo Smith',
      email: 'jo@example.com',
      phone: null,
      party: company({ name: 'Smith Ltd', registrationNumber: '0123', mainland: false }),
      ...changes,
    })

  test('is international, and only people in the mainland are identified', async () => {
    const flow = await sentRequest([signatory(), abroad()])
    expect(flow.signFlowConfig.signConfig).toEqual({ signMode: 'GLOBAL' })
    expect(flow.signers.map(({ authConfig }) => authConfig)).toEqual([
      { globalWillingness: true, globalAuthModes: 'MAINLAND_REAL_NAME' },
      { globalWillingness: false, globalAuthModes: 'NO_NEED' },
    ])
  })

  test('has the person sign for an institution, whose seal is a picture', async () => {
    const [signer] = (await sentRequest([abroad({ seal: { places: [SEAL_PLACE], crossPage: false } })]))
      .signers
    expect(signer).toMatchObject({ signerType: 0, psnSignerInfo: { psnInfo: { psnName: 'Jo Smith' } } })
    expect(
      signer!.signFields.map(({ normalSignFieldConfig }) => normalSignFieldConfig.psnSealStyles),
    ).toEqual(['0', '3'])
  })

  test('remains domestic if only a copy goes abroad', async () => {
    const flow = await sentRequest([signatory(), abroad({ role: 'copy' })])
    expect(flow.signFlowConfig.signConfig).toEqual({ signMode: 'NORMAL' })
  })
})

describe('texts that the service refuses', () => {
  test.each([
    ['甲/乙\\丙:丁*戊"己<庚>辛|壬?癸？', '甲 乙 丙 丁 戊 己 庚 辛 壬 癸'],
    ['🏠 Lease 👨‍👩‍👧 🇨🇳 👍🏽 ☎️', 'Lease'],
    ['  line\nbreak\ttab ', 'line break tab'],
    ['长'.repeat(200), '长'.repeat(100)],
    ['𠮷'.repeat(200), '𠮷'.repeat(100)],
  ])('%s', (text, expected) => {
    expect(acceptedText(text, 100)).toBe(expected)
  })

  test('a title without any permitted character is replaced by the number of the signing', async () => {
    const sent = order([signatory()], { title: '🏠?' })
    const id = await esign.draft(sent)
    expect(stub.askedFor(id).signFlowConfig.signFlowTitle).toBe(sent.signingId)
  })

  test.each([
    ['合同.pdf', '合同.pdf'],
    ['Lease.PDF', 'Lease.pdf'],
    ['🏠.pdf', 'contract.pdf'],
    ['no extension', 'no extension.pdf'],
    [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(96)}.pdf`],
  ])('a file named %s', (name, expected) => {
    expect(acceptedFileName(name)).toBe(expected)
  })
})
