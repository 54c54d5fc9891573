import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RemoteService, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { fetchPdf } from '#modules/signing/providers/tencent/files.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { orderFor, signer } from './order.ts'

let stub: TencentStub
let service: RemoteService

beforeAll(async () => {
  stub = await startTencentStub()
  service = tencentService(stub.settings)
})

beforeEach(() => {
  stub.world.downloadUrl = null
})

afterAll(() => stub.stop())

async function startOrder(): Promise<{ id: string; one: RemoteSignatory }> {
  const one = signer()
  const id = await service.draft(orderFor([one]))
  await service.start(id)
  return { id, one }
}

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/file/x.pdf',
  'https://file.ess.tencent.cn.evil.example/x.pdf',
  'file:///etc/passwd',
  'ftp://file.ess.tencent.cn/x.pdf',
  'not an address',
])('no file is loaded from %s', async (address) => {
  const { id, one } = await startOrder()
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = address
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'misconfigured', code: 'download-host' })
})

test('a host of the service is recognised by its whole name', async () => {
  const settings = {
    ...stub.settings,
    api: 'https://ess.tencentcloudapi.com',
    downloadHosts: ['.ess.tencent.cn'],
  }
  for (const host of ['evil-ess.tencent.cn', 'ess.tencent.cn.example', 'ess.tencent.cn:8443'])
    await expect(fetchPdf(`https://${host}/x.pdf`, settings)).rejects.toMatchObject({ code: 'download-host' })
})

test('redirects are not followed, by calls or by downloads', async () => {
  const reached: string[] = []
  const trap = await serve((path, response) => {
    reached.push(path)
    response.end('{}')
  })
  const hostile = await serve((_path, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${portOf(trap)}/trap` }).end(),
  )
  const api = `http://ess.localhost:${portOf(hostile)}`
  const misled = tencentService({ ...stub.settings, api })
  const { id, one } = await startOrder()
  await expect(misled.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = `http://127.0.0.1:${portOf(hostile)}/x.pdf`
  const downloading = tencentService({ ...stub.settings, downloadHosts: [`127.0.0.1:${portOf(hostile)}`] })
  await expect(downloading.download(id)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(reached).toEqual([])
  trap.close()
  hostile.close()
})

test('an endless response is not read to its end', async () => {
  const endless = await serve((_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = () => {
      while (!response.destroyed && response.write('"'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  })
  const timeouts = { call: 20_000, file: 20_000 }
  const api = `http://ess.localhost:${portOf(endless)}`
  const misled = tencentService({ ...stub.settings, api, timeouts })
  const { id } = await startOrder()
  await expect(misled.progress(id)).rejects.toThrow(/size/)
  endless.closeAllConnections()
  endless.close()
})

test('a file that is not a PDF, and an address that no longer works, are rejected', async () => {
  const { id, one } = await startOrder()
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = `${stub.url}/file/FLOW/gone/0/0.PDF`
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'download' })
  stub.world.flows.get(id.split('.')[0]!)!.file = new TextEncoder().encode('<html>')
  stub.world.downloadUrl = null
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'download' })
})

function serve(answer: (path: string, response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    answer(request.url ?? '', response)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
