import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import * as docusignSettings from '#modules/signing/providers/docusign/settings.ts'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import * as esignSettings from '#modules/signing/providers/esign/settings.ts'
import type { CallbackRequest, RemoteService } from '#modules/signing/providers/remote/service.ts'
import * as tencentSettings from '#modules/signing/providers/tencent/settings.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { openPage, pressButton } from '#tests/support/stub-pages.ts'
import { orderOf, SENDER, signatory } from '../modules/signing/providers/example-order.ts'

type Environment = Record<string, string>

/** The adapter of each service, by the variables that the program prints. */
const ADAPTERS: [string, (env: Environment) => RemoteService][] = [
  ['esign', (env) => createEsign(esignSettings.settingsFrom(env)!)],
  ['tencent', (env) => tencentService(tencentSettings.settingsFrom(env)!)],
  ['docusign', (env) => docusign(docusignSettings.settingsFrom(env)!)],
]

/** The delivered callbacks by path. The first delivery of each service is not acknowledged. */
const receivedCallbacks = new Map<string, CallbackRequest[]>()
const product = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const path = request.url!
  const earlier = receivedCallbacks.get(path) ?? []
  const headers = request.headers as Record<string, string>
  receivedCallbacks.set(path, [...earlier, { headers, query: {}, body: Buffer.concat(parts) }])
  response.writeHead(earlier.length === 0 ? 503 : 200).end()
})

let program: ChildProcess
let env: Environment
let baseUrl: string

beforeAll(async () => {
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  const { PATH = '' } = process.env
  program = spawn(process.execPath, ['tests/stubs/services.ts'], {
    env: { PATH, STUB_PORTS: '0,0,0', BASE_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  env = await environmentOf(program)
})

afterAll(() => {
  program.kill()
  product.close()
  product.closeAllConnections()
})

/** The printed environment variables, once all of them are printed. */
function environmentOf({ stdout }: ChildProcess): Promise<Environment> {
  return new Promise((done, fail) => {
    let text = ''
    stdout!.on('data', (data) => {
      text += data
      if (/^DOCUSIGN_HMAC_KEYS=.+\n/m.test(text))
        done(Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])))
    })
    stdout!.on('close', () => fail(new Error(`the program has ended: ${text}`)))
  })
}

test.each(ADAPTERS)(
  'signatories sign at the program for %s, which delivers its callbacks',
  async (name, make) => {
    const service = make(env)
    const callbackUrl = `${baseUrl}/e-sign/${name}/callback`
    const returnUrl = 'https://qishu.example/back'
    const { flow, url } = await service.authorise(SENDER, { callbackUrl, returnUrl, locale: 'zh_CN' })
    await pressButton((await openPage(url)).form!, { decision: 'agree' })
    const granted = await service.authorisation(flow)
    const reference = granted.state === 'granted' ? granted.reference : null
    const one = signatory()
    const order = await orderOf([one], { sender: { ...SENDER, reference }, callbackUrl })
    const id = await service.draft(order)
    await service.start(id)
    const { form } = await openPage(await service.signerLink(id, one, returnUrl))
    expect(await pressButton(form!, { decision: 'sign' })).toContain(returnUrl)
    expect((await service.progress(id)).state).toBe('completed')

    const read = () =>
      (receivedCallbacks.get(`/e-sign/${name}/callback`) ?? []).map((one) => service.readCallback(one))
    // The delivery without acknowledgement is repeated.
    await expect.poll(() => read().length - new Set(read().map((one) => one?.key)).size).toBe(1)
    expect(read().at(-1)).not.toBeNull()
    expect(read().map((one) => one?.about)).toContainEqual({ kind: 'signing', remoteId: id })
  },
)
