import { createHmac, hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** The fault of the next request: `cut` breaks off the response halfway, `reset` the request. */
export type S3Trouble = 'error' | 'busy' | 'reset' | 'cut' | 'silent'

export interface S3Stub {
  /** The bucket's address. */
  url: string
  /** The endpoint without the bucket, because some stores refuse the bucket in the path. */
  endpoint: string
  objects: Map<string, Buffer>
  /** Method and path of all requests. */
  requests: string[]
  troubles: S3Trouble[]
  /** Error codes of refused requests. */
  refused: string[]
  close: () => Promise<void>
}

interface S3StubManner {
  /** Where the bucket is named. `host` refuses the bucket in the path, as Aliyun OSS does. */
  style?: 'path' | 'host'
  keyId?: string
  secret?: string
  token?: string
  region?: string
  bucket?: string
  /** The maximum number of keys in a response. */
  pageSize?: number
}

export const S3_KEY = { keyId: 'AKIDSTUB', secret: 'stub-secret/+x' }

/**
 * Simulates an S3-compatible store with one bucket. Recomputes Signature Version 4 from the request as it
 * arrived, and refuses what the strictest of the stores refuse: bodies in chunks or without a hash.
 */
export async function startS3Stub(manner: S3StubManner = {}): Promise<S3Stub> {
  const { style = 'path', bucket = 'qishu' } = manner
  const rules = { ...S3_KEY, region: 'auto', pageSize: 1000, ...manner, style, bucket }
  const stub: S3Stub = {
    url: '',
    endpoint: '',
    objects: new Map(),
    requests: [],
    troubles: [],
    refused: [],
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    stub.requests.push(`${request.method} ${request.url}`)
    const trouble = stub.troubles.shift()
    if (trouble === 'silent') return
    if (trouble === 'reset') return request.socket.destroy()
    const body = await bodyOf(request).catch(() => null)
    if (!body) return
    if (trouble === 'error') return refuse(response, 500, 'InternalError')
    if (trouble === 'busy') return refuse(response, 503, 'SlowDown')
    const wrong = objection(request, body, rules)
    if (wrong) {
      stub.refused.push(wrong[1])
      return refuse(response, ...wrong)
    }
    answer(stub, rules, request, body, response, trouble === 'cut')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  stub.endpoint = `http://localhost:${port}`
  stub.url = style === 'host' ? `http://127.0.0.1:${port}` : `http://127.0.0.1:${port}/${bucket}`
  return stub
}

type Rules = Required<Omit<S3StubManner, 'token'>> & Pick<S3StubManner, 'token'>

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The stub says ${code}</Message></Error>`,
  )
}

function objection(request: IncomingMessage, body: Buffer, rules: Rules): [number, string] | null {
  const { headers } = request
  const sum = String(headers['x-amz-content-sha256'])
  if (rules.style === 'host' && headers.host?.startsWith('localhost'))
    return [403, 'SecondLevelDomainForbidden']
  if (headers['transfer-encoding'] || /chunked/.test(String(headers['content-encoding'])))
    return [501, 'NotImplemented']
  if (request.method === 'PUT' && headers['content-length'] === undefined)
    return [411, 'MissingContentLength']
  if (headers['x-amz-checksum-crc32'] || headers['x-amz-sdk-checksum-algorithm'])
    return [501, 'NotImplemented']
  if (!/^[0-9a-f]{64}$/.test(sum)) return [400, 'InvalidArgument']
  const [, keyId, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!keyId) return [403, 'AccessDenied']
  if (keyId !== rules.keyId) return [403, 'InvalidAccessKeyId']
  const [day, region] = scope!.split('/')
  if (region !== rules.region) return [400, 'AuthorizationHeaderMalformed']
  if (rules.token !== undefined && headers['x-amz-security-token'] !== rules.token)
    return [400, 'InvalidToken']
  const stamp = String(headers['x-amz-date'])
  const time = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - time) < 900_000)) return [403, 'RequestTimeTooSkewed']
  const signed = names!.split(';')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !signed.includes(name))) return [403, 'AccessDenied']
  const [path, query = ''] = request.url!.split('?') as [string, string?]
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('')
  const sorted = query.split('&').sort().join('&')
  const canonical = `${request.method}\n${path}\n${sorted}\n${lines}\n${names}\n${sum}`
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  let key: Buffer = Buffer.from(`AWS4${rules.secret}`)
  for (const part of [day!, region, 's3', 'aws4_request']) key = mac(key, part)
  const right = mac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash('sha256', canonical)}`)
  if (right.toString('hex') !== signature) return [403, 'SignatureDoesNotMatch']
  if (hash('sha256', body) !== sum) return [400, 'XAmzContentSHA256Mismatch']
  if (rules.style === 'path' && !(path === `/${rules.bucket}` || path.startsWith(`/${rules.bucket}/`)))
    return [404, 'NoSuchBucket']
  return null
}

const xml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function answer(
  { objects }: S3Stub,
  { style, bucket, pageSize }: Rules,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  cut: boolean,
) {
  const url = new URL(request.url!, 'http://stub')
  const path = style === 'path' ? url.pathname.slice(bucket.length + 1) : url.pathname
  const key = decodeURIComponent(path.slice(1))
  const object = objects.get(key)
  if (!key) return list(objects, url.searchParams, pageSize, response)
  if (request.method === 'PUT') objects.set(key, body)
  if (request.method === 'DELETE') objects.delete(key)
  if (request.method === 'PUT') return response.writeHead(200, { etag: '"stub"' }).end()
  if (request.method === 'DELETE') return response.writeHead(204).end()
  if (!object)
    return request.method === 'HEAD' ? response.writeHead(404).end() : refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': object.length })
  if (request.method === 'HEAD') return response.end()
  if (!cut) return response.end(object)
  response.write(object.subarray(0, object.length >> 1), () => response.destroy())
}

function list(
  objects: Map<string, Buffer>,
  query: URLSearchParams,
  pageSize: number,
  response: ServerResponse,
) {
  if (query.get('list-type') !== '2') return refuse(response, 400, 'InvalidArgument')
  const after = query.get('continuation-token') ?? ''
  const max = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize))
  const prefix = query.get('prefix') ?? ''
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = all.slice(0, max)
  const contents = page.map((key) => `<Contents><Key>${xml(key)}</Key><Size>1</Size></Contents>`)
  const next =
    all.length > page.length ? `<NextContinuationToken>${xml(page.at(-1)!)}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0"?><ListBucketResult><Name>b</Name>${next}${contents.join('')}</ListBucketResult>`,
  )
}
