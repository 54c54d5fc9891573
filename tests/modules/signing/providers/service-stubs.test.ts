import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, setClock } from '#src/core/clock.ts'
import type { PortStep } from '#tests/stubs/services/faults.ts'
import type { FailureKind } from '#tests/stubs/services/server.ts'
import { requestOf, type ServiceStub } from '#tests/stubs/services/service-stub.ts'
import { SERVICE_NAMES, startServiceStub } from '#tests/stubs/services/start.ts'
import { orderOf, SENDER, signatory } from './example-order.ts'

const RETURN = 'https://qishu.example/back'
const CALLBACKS = 'https://qishu.example/e-sign/service/callback'

describe.each(SERVICE_NAMES)('the stub of %s', (name) => {
  let stub: ServiceStub

  beforeEach(async () => {
    stub = await startServiceStub(name, { callbackUrl: CALLBACKS, timeout: 2000 })
  })

  afterEach(() => {
    setClock(null)
    stub.close()
  })

  const attempt = () =>
    stub.service.authorise(SENDER, { callbackUrl: CALLBACKS, returnUrl: RETURN, locale: 'zh_CN' })

  /** Creates a draft of a sender who has authorised us. */
  async function drafted(signatories: RemoteSignatory[]): Promise<string> {
    const page = await attempt()
    await stub.authorise(page)
    const granted = await stub.service.authorisation(page.flow)
    const reference = granted.state === 'granted' ? granted.reference : null
    return stub.service.draft(await orderOf(signatories, { sender: { ...SENDER, reference } }))
  }

  async function started(signatories: RemoteSignatory[]): Promise<string> {
    const id = await drafted(signatories)
    await stub.service.start(id)
    return id
  }

  const stateOf = async (id: string) => (await stub.service.progress(id)).state
  const contactsOf = ({ email, phone }: RemoteSignatory) => [email, phone]

  /** The subjects of the callbacks from this one on, as the adapter reads them. */
  const subjects = (from = 0) =>
    stub.callbacks.slice(from).map((one) => stub.service.readCallback(requestOf(one))?.about)

  test('lets people sign in their order, and records what it sent and charged', async () => {
    const [first, second] = [signatory(), signatory({ order: 2 })]
    const id = await drafted([first, second])
    expect(stub.mails).toEqual([])
    const draft = { remoteId: id, state: 'draft', signatories: [first.id, second.id] }
    expect(stub.signings()).toEqual([draft])
    await expect(stub.sign(id, first.id)).rejects.toThrow()
    await stub.service.start(id)
    expect(stub.mails).toMatchObject([{ kind: 'invitation', remoteId: id }])
    expect(contactsOf(first)).toContain(stub.mails[0]!.to)
    await expect(stub.sign(id, second.id)).rejects.toThrow()

    const before = stub.callbacks.length
    await stub.sign(id, first.id)
    await stub.sign(id, second.id)
    expect(stub.callbacks.length).toBeGreaterThan(before)
    expect(new Set(stub.callbacks.slice(before).map(({ url }) => url))).toEqual(new Set([CALLBACKS]))
    expect(subjects(before)).toEqual(subjects(before).map(() => ({ kind: 'signing', remoteId: id })))
    expect(await stateOf(id)).toBe('completed')
    expect(stub.signings()).toMatchObject([{ remoteId: id, state: 'completed' }])
    expect(stub.charged()).toEqual({ signings: 1, reports: 0 })
  })

  test('finds the signing whose response was lost', async () => {
    const one = signatory()
    await stub.authorise(await attempt())
    stub.fail('after', 'draft')
    await expect(drafted([one])).rejects.toMatchObject({ kind: 'unavailable' })
    const id = await drafted([one])
    expect(stub.signings()).toHaveLength(2)
    expect(stub.signings().map(({ signatories }) => signatories)).toEqual([[one.id], [one.id]])
    expect(stub.signings().map(({ remoteId }) => remoteId)).toContain(id)
  })

  test('reports a decline, an expiry and a revocation', async () => {
    const [a, b, c] = [signatory(), signatory(), signatory()]
    const [declined, expired, revoked] = [await started([a]), await started([b]), await started([c])]
    await stub.decline(declined, a.id, '价格不符')
    await stub.expire(expired)
    await stub.revoke(revoked)
    const ids = [declined, expired, revoked]
    expect(await Promise.all(ids.map(stateOf))).toEqual(['declined', 'expired', 'revoked'])
    expect(stub.signings().map(({ state }) => state)).toEqual(['declined', 'expired', 'revoked'])
    const { signatories } = await stub.service.progress(declined)
    expect(signatories).toMatchObject([{ id: a.id, state: 'declined', reason: '价格不符' }])
  })

  test('expires after its deadline', async () => {
    const one = signatory()
    const id = await started([one])
    const later = fromNow(15 * DAY)
    setClock(() => later)
    expect(await stateOf(id)).toBe('expired')
    expect(subjects(stub.callbacks.length - 1)).toEqual([{ kind: 'signing', remoteId: id }])
    await expect(stub.sign(id, one.id)).rejects.toThrow()
  })

  test('asks the sender, who authorises us', async () => {
    const page = await attempt()
    expect(await stub.service.authorisation(page.flow)).toEqual({ state: 'pending' })
    const back = new URL(await stub.authorise(page))
    expect(back.href).toContain(RETURN)
    const query = Object.fromEntries(back.searchParams)
    expect(await stub.service.authorisation(page.flow, query)).toMatchObject({ state: 'granted' })
    expect(subjects()).toEqual(subjects().map(() => ({ kind: 'authorisation', flow: page.flow })))
  })

  test('lets the sender withdraw the authorisation', async () => {
    const page = await attempt()
    await stub.authorise(page)
    expect(await stub.service.authorisation(page.flow)).toMatchObject({ state: 'granted' })
    await stub.withdraw(page)
    expect(['lapsed', 'pending']).toContain((await stub.service.authorisation(page.flow)).state)
  })

  test('asks the sender, who refuses', async () => {
    const page = await attempt()
    const back = new URL(await stub.refuse(page))
    const query = Object.fromEntries(back.searchParams)
    expect(await stub.service.authorisation(page.flow, query)).toMatchObject({ state: 'refused' })
  })

  test('repeats a callback with the same key; a forged callback is rejected', async () => {
    const one = signatory()
    const id = await started([one])
    await stub.sign(id, one.id)
    const last = stub.callbacks.length - 1
    const key = stub.service.readCallback(requestOf(stub.callbacks[last]!))!.key
    const later = new Date(Date.now() + 60_000)
    setClock(() => later)
    for (const repeated of [stub.repeated(last), stub.repeated(last)])
      expect(stub.service.readCallback(requestOf(repeated))?.key).toBe(key)
    expect(stub.service.readCallback(requestOf(stub.forged(last)))).toBeNull()
  })

  test('reports undeliverable messages, if the service does so', async () => {
    const one = signatory()
    const id = await started([one])
    if (!stub.canBounce) return void (await expect(stub.bounce(id, one.id)).rejects.toThrow('not report'))
    await stub.bounce(id, one.id)
    expect((await stub.service.progress(id)).signatories).toMatchObject([{ undelivered: true }])
  })

  test('lets approvers approve, if the service has approvers', async () => {
    const { approvers } = stub.service.capabilities
    const [approver, signer] = [signatory({ role: 'approver', places: [] }), signatory({ order: 2 })]
    if (!approvers) return void (await expect(started([approver, signer])).rejects.toThrow())
    const id = await started([approver, signer])
    await stub.approve(id, approver.id)
    expect((await stub.service.progress(id)).signatories).toMatchObject([
      { id: approver.id, state: 'signed' },
      { id: signer.id, state: 'invited' },
    ])
  })

  test('is unavailable until it is restored', async () => {
    const id = await started([signatory()])
    stub.isDown = true
    await expect(stub.service.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(stub.service.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
    stub.isDown = false
    expect(await stateOf(id)).toBe('started')
  })

  const steps: [PortStep, (id: string, one: RemoteSignatory) => Promise<unknown>][] = [
    ['authorise', () => attempt()],
    ['progress', (id) => stub.service.progress(id)],
    ['signerLink', (id, one) => stub.service.signerLink(id, one, RETURN)],
    ['revoke', (id) => stub.service.revoke(id, '发错了')],
  ]

  test.each(steps)('fails at %s in every way, then works again', async (step, act) => {
    const one = signatory()
    for (const how of ['500', 'closed', 'after'] satisfies FailureKind[]) {
      const id = await started([one])
      stub.fail(how, step)
      expect(stub.isFailing).toBe(true)
      const failed = await act(id, one).then(
        () => null,
        (error) => error.kind,
      )
      // An adapter may detect that the authorisation was revoked.
      if (step !== 'revoke') expect(failed).toBe('unavailable')
      expect(stub.isFailing).toBe(false)
      await act(id, one)
    }
  })

  test('responds too slowly for an adapter once', async () => {
    stub.close()
    stub = await startServiceStub(name, { timeout: 300 })
    stub.fail('slow', 'authorise')
    await expect(attempt()).rejects.toMatchObject({ kind: 'unavailable' })
    await attempt()
  })

  test('fails at the start, the download and the report', async () => {
    const one = signatory()
    const id = await drafted([one])
    stub.fail('closed', 'start')
    await expect(stub.service.start(id)).rejects.toMatchObject({ kind: 'unavailable' })
    await stub.service.start(id)
    await stub.sign(id, one.id)
    stub.fail('500', 'download')
    await expect(stub.service.download(id)).rejects.toMatchObject({ kind: 'unavailable' })
    expect((await stub.service.download(id)).length).toBeGreaterThan(100)
    stub.fail('500', 'evidence')
    await expect(stub.service.evidence(id, null)).rejects.toMatchObject({ kind: 'unavailable' })
    const before = stub.charged().reports
    const { state } = await stub.service.evidence(id, null)
    expect(stub.charged().reports - before).toBe(state === 'applied' ? 1 : 0)
  })
})
