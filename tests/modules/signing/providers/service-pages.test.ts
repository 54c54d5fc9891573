import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RemoteOrder, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import type { ServiceStub } from '#tests/stubs/services/service-stub.ts'
import { SERVICE_NAMES, startServiceStub } from '#tests/stubs/services/start.ts'
import { openPage, pressButton } from '#tests/support/stub-pages.ts'
import { orderOf, SENDER, signatory } from './example-order.ts'

const RETURN = 'https://qishu.example/back?document=7'
const URLS = {
  callbackUrl: 'https://qishu.example/e-sign/service/callback',
  returnUrl: 'https://qishu.example/e-sign/service/return',
  locale: 'zh_CN' as const,
}
const TITLES = { esign: 'e签宝', tencent: '腾讯电子签', docusign: 'DocuSign' }

describe.each(SERVICE_NAMES)('at the pages of the stub of %s', (name) => {
  let stub: ServiceStub

  beforeEach(async () => {
    stub = await startServiceStub(name)
  })

  afterEach(() => stub.close())

  async function started(signatories: RemoteSignatory[], changes: Partial<RemoteOrder> = {}) {
    const page = await stub.service.authorise(SENDER, URLS)
    await stub.authorise(page)
    const granted = await stub.service.authorisation(page.flow)
    const reference = granted.state === 'granted' ? granted.reference : null
    const order = await orderOf(signatories, { sender: { ...SENDER, reference }, ...changes })
    const id = await stub.service.draft(order)
    await stub.service.start(id)
    return { id, order }
  }

  test('a signatory reads the file, signs, and returns', async () => {
    const one = signatory()
    const { id, order } = await started([one], { title: '采购合同 A&B' })
    const before = stub.callbacks.length
    const page = await openPage(await stub.service.signerLink(id, one, RETURN))
    expect(page.status).toBe(200)
    for (const text of [`${TITLES[name]} (Stub)`, one.name, '采购合同 A&amp;B'])
      expect(page.html).toContain(text)
    const file = new Uint8Array(await (await fetch(page.link!)).arrayBuffer())
    expect(Buffer.from(file).equals(Buffer.from(order.file))).toBe(true)
    expect(await pressButton(page.form!, { decision: 'sign' })).toContain(RETURN)
    expect((await stub.service.progress(id)).state).toBe('completed')
    expect(stub.callbacks.length).toBeGreaterThan(before)
    const again = await openPage(page.form!)
    expect([again.status, again.form]).toEqual([409, null])
  })

  test('a signatory declines with a reason', async () => {
    const one = signatory()
    const { id } = await started([one])
    const { form } = await openPage(await stub.service.signerLink(id, one, RETURN))
    expect(await pressButton(form!, { decision: 'decline', reason: '价格不符' })).toContain(RETURN)
    const { state, signatories } = await stub.service.progress(id)
    expect([state, signatories[0]!.reason]).toEqual(['declined', '价格不符'])
  })

  test('a page that was opened before a decision cannot decide again', async () => {
    const one = signatory()
    const { id } = await started([one])
    const { form } = await openPage(await stub.service.signerLink(id, one, RETURN))
    await stub.revoke(id)
    expect(await pressButton(form!, { decision: 'sign' })).toBeNull()
    expect((await stub.service.progress(id)).state).toBe('revoked')
  })

  test('a sender authorises us', async () => {
    const { flow, url } = await stub.service.authorise(SENDER, URLS)
    const page = await openPage(url)
    expect(page.html).toContain(`${TITLES[name]} (Stub)`)
    const back = new URL((await pressButton(page.form!, { decision: 'agree' }))!)
    expect(back.href).toContain(URLS.returnUrl)
    const query = Object.fromEntries(back.searchParams)
    expect(await stub.service.authorisation(flow, query)).toMatchObject({ state: 'granted' })
  })

  test('a sender refuses', async () => {
    const { flow, url } = await stub.service.authorise(SENDER, URLS)
    const { form } = await openPage(url)
    const back = new URL((await pressButton(form!, { decision: 'refuse' }))!)
    const query = Object.fromEntries(back.searchParams)
    expect(await stub.service.authorisation(flow, query)).toMatchObject({ state: 'refused' })
  })

  test('an unknown address shows an empty page', async () => {
    const paths = [
      '/mesign/guide?flowId=x',
      '/auth?flow=x',
      '/sign/x',
      '/console/x?code=x',
      '/Signing/open/x',
    ]
    const pages = await Promise.all(paths.map((path) => openPage(stub.url + path)))
    expect(pages.map(({ form }) => form)).toEqual(paths.map(() => null))
    expect(pages.filter(({ html }) => html.includes('(Stub)')).length).toBeGreaterThan(0)
  })
})

test('callbacks are passed to the listener immediately', async () => {
  const received: string[] = []
  const stub = await startServiceStub('docusign', { onCallback: ({ url }) => received.push(url) })
  const page = await stub.service.authorise(SENDER, URLS)
  await stub.authorise(page)
  const one = signatory()
  const id = await stub.service.draft(await orderOf([one]))
  await stub.service.start(id)
  await stub.sign(id, one.id)
  stub.close()
  expect(received.length).toBeGreaterThan(0)
  expect(received).toEqual(stub.callbacks.map(({ url }) => url))
})
