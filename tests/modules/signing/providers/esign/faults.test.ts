import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, HOUR, setClock } from '#src/core/clock.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import type { FailureKind } from '#tests/stubs/services/server.ts'
import { CALLBACK_URL, FILE, order, RETURN_URL, sender, signatory, unchangedFile } from './examples.ts'

let stub: EsignStub
let esign: RemoteService

beforeEach(async () => {
  stub = await startEsignStub({ finish: unchangedFile })
  esign = createEsign(stub.settings)
})
afterEach(() => {
  setClock(null)
  stub.stop()
})

const FAILURE_KINDS: FailureKind[] = ['500', 'closed', 'after']
const urls = { callbackUrl: CALLBACK_URL, returnUrl: RETURN_URL, locale: 'zh_CN' as const }
const one = signatory()
/** Late enough for reminders, and the same in a call and its repetition. */
const EXTENDED = fromNow(40 * DAY)

async function startOrder(): Promise<string> {
  const id = await esign.draft(order([one]))
  await esign.start(id)
  return id
}

async function completeOrder(): Promise<string> {
  const id = await startOrder()
  await stub.signAs(id, one.id)
  return id
}

interface Step {
  name: string
  /** The number of requests to the service. */
  calls: number
  before: () => Promise<string>
  act: (id: string) => Promise<unknown>
  /** The state once the call was repeated until it succeeded. */
  after: (id: string) => Promise<unknown>
}

const stateOf = async (id: string) => (await esign.progress(id)).state

const STEPS: Step[] = [
  {
    name: 'authorise',
    calls: 1,
    before: async () => '',
    act: () => esign.authorise(sender(), urls),
    after: async () => (await esign.authorise(sender(), urls)).url.startsWith(stub.url),
  },
  {
    name: 'authorisation',
    calls: 1,
    before: async () => (await esign.authorise(sender(), urls)).flow,
    act: (flow) => esign.authorisation(flow),
    after: async (flow) => (await esign.authorisation(flow)).state === 'pending',
  },
  {
    name: 'draft',
    calls: 6,
    before: async () => '',
    act: () => esign.draft(order([one])),
    // A lost draft remains; it costs nothing and notifies no one.
    after: async () => stub.drafts().length > 0 && stub.mails.length === 0,
  },
  {
    name: 'start',
    calls: 2,
    before: () => esign.draft(order([one])),
    act: (id) => esign.start(id),
    after: async (id) => stub.started().includes(id) && stub.mails.length === 1,
  },
  {
    name: 'progress',
    calls: 1,
    before: startOrder,
    act: (id) => esign.progress(id),
    after: async (id) => (await stateOf(id)) === 'started',
  },
  {
    name: 'signerLink',
    calls: 1,
    before: startOrder,
    act: (id) => esign.signerLink(id, one, RETURN_URL),
    after: async () => true,
  },
  {
    name: 'extend',
    calls: 2,
    before: startOrder,
    act: (id) => esign.extend!(id, EXTENDED),
    after: async (id) => esign.extend!(id, EXTENDED).then(() => true),
  },
  {
    name: 'revoke',
    calls: 2,
    before: startOrder,
    act: (id) => esign.revoke(id, '撤销'),
    after: async (id) => (await stateOf(id)) === 'revoked',
  },
  {
    name: 'download',
    calls: 2,
    before: completeOrder,
    act: (id) => esign.download(id),
    after: async (id) => Buffer.from(await esign.download(id)).equals(FILE),
  },
]

describe('while the service fails', () => {
  const cases = STEPS.flatMap((step) =>
    FAILURE_KINDS.flatMap((how) =>
      Array.from({ length: step.calls }, (_, passing) => ({ ...step, how, passing, call: passing + 1 })),
    ),
  )

  test.each(cases)(
    '$name is unavailable at its call $call ($how), and succeeds when repeated',
    async (step) => {
      const id = await step.before()
      stub.fail = { times: 1, how: step.how, passing: step.passing }
      await expect(step.act(id)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' })
      expect(stub.fail).toBeNull()
      esign = createEsign(stub.settings)
      await step.act(id)
      expect(await step.after(id)).toBe(true)
    },
  )

  test.each([0, 1])(
    'a start without a response is abandoned after %i calls, and repeated',
    async (passing) => {
      const id = await esign.draft(order([one]))
      stub.fail = { times: 1, how: 'slow', passing }
      const hurried = createEsign({ ...stub.settings, timeout: 500 })
      await expect(hurried.start(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'network' })
      await esign.start(id)
      expect([stub.started(), stub.mails.length]).toEqual([[id], 1])
    },
  )

  test('a reminder with a lost response is not sent twice', async () => {
    const id = await startOrder()
    setClock(() => new Date(Date.now() + HOUR))
    stub.fail = { times: 1, how: 'after' }
    await expect(esign.remind(id, one)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(esign.remind(id, one)).rejects.toMatchObject({ kind: 'not-ready' })
    expect(stub.mails.filter(({ kind }) => kind === 'reminder')).toHaveLength(1)
  })
})

describe('an address outside the service', () => {
  const reached: string[] = []
  const other = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.end('%PDF-1.7 stolen')
  })
  beforeEach(async () => {
    reached.length = 0
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    other.close()
    other.closeAllConnections()
  })
  const elsewhere = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/x.pdf`

  test('gets no file', async () => {
    stub.controls.hostile = elsewhere()
    const refused = { kind: 'refused', code: 'address' }
    await expect(esign.draft(order([one]))).rejects.toMatchObject(refused)
    expect(reached).toEqual([])
  })

  test.each([
    ['of another server', elsewhere],
    ['of the same name at another port', () => `${stub.url.replace(/\d+$/, '1')}/x.pdf`],
    [
      'with a user in it',
      () => stub.url.replace('//', '//esignoss.esign.cn@').replace('127.0.0.1', 'localhost'),
    ],
    ['of a file', () => 'file:///etc/passwd'],
    ['of the cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['that is none', () => 'x'],
  ])('%s is not fetched', async (_, address) => {
    const id = await completeOrder()
    stub.controls.hostile = address()
    await expect(esign.download(id)).rejects.toMatchObject({ kind: 'refused', code: 'address' })
    expect(reached).toEqual([])
  })
})

test.each([
  ['an error in its body', { status: 200, body: '{"errCode":1,"msg":"失败"}' }],
  ['no body', { status: 200, body: '' }],
  ['a status of failure', { status: 403, body: '{"errCode":0}' }],
])('an upload that is answered by %s makes no draft', async (_, answer) => {
  stub.controls.nextUpload = answer
  await expect(esign.draft(order([one]))).rejects.toMatchObject({ kind: 'unavailable', code: 'upload' })
  expect(stub.drafts()).toEqual([])
})

test('a signed file that is not a PDF is rejected', async () => {
  stub.stop()
  stub = await startEsignStub({ finish: async () => Buffer.from('<Error>NoSuchKey</Error>') })
  esign = createEsign(stub.settings)
  await expect(esign.download(await completeOrder())).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'file',
  })
})

test('an endless signed file is read up to 100 MB', async () => {
  const part = Buffer.alloc(1024 * 1024, '%PDF-')
  const endless = createServer((_, response) => {
    const more = () => {
      while (response.write(part));
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  const id = await completeOrder()
  stub.controls.hostile = `${origin}/x.pdf`
  const trusting = createEsign({ ...stub.settings, fileOrigins: [origin] })
  await expect(trusting.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'size' })
  endless.close()
  endless.closeAllConnections()
})
