import { expect, test } from 'vitest'
import type { ServiceName } from '#modules/signing/providers/provider-name.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { finishAs } from '#tests/stubs/finish.ts'
import { SERVICE_NAMES, startServiceStub } from '#tests/stubs/services/start.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import * as kit from '../pades/signing-kit.ts'
import { orderOf, SENDER, signatory } from './example-order.ts'

const authority = await kit.temporaryAuthority()
const { bytes: unsigned } = await kit.unsignedFile()
const signedByUs = await kit.signAs(authority, unsigned, { name: '陈莲' })

/** The verdicts of poppler and our own verifier on each signature. */
async function verdicts(file: Uint8Array) {
  const { signatures } = await inspectSignatures(file, authority.certificate)
  const theirs = await kit.pdfsig(file)
  return signatures.map(({ field, signer, ours, state, problems }, index) => {
    const { valid, total } = theirs[index]!
    return { field: theirs[index]!.field === field, signer, ours, state, problems, valid, total }
  })
}

const holding = { field: true, state: 'holds', problems: [], valid: true }

const KEEPING: [ServiceName, string][] = [
  ['esign', 'e签宝'],
  ['tencent', '腾讯电子签'],
]

test.each(KEEPING)(
  '%s appends its signature, and our earlier signature stays valid',
  async (name, company) => {
    const finished = await finishAs(name)(signedByUs)
    expect(Buffer.from(finished.subarray(0, signedByUs.length)).equals(Buffer.from(signedByUs))).toBe(true)
    expect(await verdicts(finished)).toEqual([
      { ...holding, signer: '陈莲', ours: true, total: false },
      { ...holding, signer: company, ours: false, total: true },
    ])
    expect(await qpdfComplaints(finished)).toBe('')
  },
)

test('services can sign one after the other', async () => {
  const once = await finishAs('tencent')(unsigned)
  const twice = await finishAs('esign')(await finishAs('esign')(once))
  expect(await verdicts(twice)).toEqual([
    { ...holding, signer: '腾讯电子签', ours: false, total: false },
    { ...holding, signer: 'e签宝', ours: false, total: false },
    { ...holding, signer: 'e签宝', ours: false, total: true },
  ])
})

test('we can sign a file that a service has signed', async () => {
  const signed = await kit.signAs(authority, await finishAs('esign')(unsigned), { name: '陈莲' })
  expect(await verdicts(signed)).toEqual([
    { ...holding, signer: 'e签宝', ours: false, total: false },
    { ...holding, signer: '陈莲', ours: true, total: true },
  ])
})

test('DocuSign writes a new file, which removes earlier signatures', async () => {
  const finished = await finishAs('docusign')(signedByUs)
  expect(await verdicts(finished)).toEqual([{ ...holding, signer: 'DocuSign', ours: false, total: true }])
  expect(await qpdfComplaints(finished)).toBe('')
})

test.each(SERVICE_NAMES)('the finished file of the stub of %s is signed', async (name) => {
  const stub = await startServiceStub(name)
  const urls = { callbackUrl: 'https://qishu.example/c', returnUrl: 'https://qishu.example/r' }
  const page = await stub.service.authorise(SENDER, { ...urls, locale: 'zh_CN' })
  await stub.authorise(page)
  const granted = await stub.service.authorisation(page.flow)
  const reference = granted.state === 'granted' ? granted.reference : null
  const one = signatory()
  const order = await orderOf([one], { sender: { ...SENDER, reference }, file: signedByUs })
  const id = await stub.service.draft(order)
  await stub.service.start(id)
  await stub.sign(id, one.id)
  const opinions = await verdicts(await stub.service.download(id))
  stub.close()
  expect(opinions.every(({ state, valid }) => state === 'holds' && valid)).toBe(true)
  expect(opinions.some(({ ours }) => ours)).toBe(stub.service.capabilities.keepsSignatures)
  expect(opinions.at(-1)).toMatchObject({ ours: false, total: true })
})
