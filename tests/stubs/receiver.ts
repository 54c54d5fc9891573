import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configure } from '#tests/support/configured.ts'

export interface ReceivedRequest {
  id: string
  at: number
  headers: IncomingHttpHeaders
  body: string
  type: string
  document: string | undefined
}

export type Behaviour = (response: ServerResponse, received: ReceivedRequest) => unknown

const answering: Behaviour = (response) => response.writeHead(204).end()

/** A customer's program that receives webhooks. It records each request before it responds. */
export async function startReceiver(behaviour: Behaviour = answering, host = '127.0.0.1') {
  const receiver = {
    behave: behaviour,
    received: [] as ReceivedRequest[],
    connections: 0,
    open: 0,
    maxOpen: 0,
  }
  const server = createServer(async (request, response) => {
    receiver.open++
    receiver.maxOpen = Math.max(receiver.maxOpen, receiver.open)
    response.on('close', () => receiver.open--)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString()
    const { type, data = {} } = JSON.parse(body)
    const id = String(request.headers['webhook-id'])
    const one = { id, at: Date.now(), headers: request.headers, body, type, document: data.id }
    receiver.received.push(one)
    await receiver.behave(response, one)
  })
  server.on('connection', () => receiver.connections++)
  await new Promise<void>((done) => server.listen(0, host, done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/hook`, close })
}

/** Allows receivers on this machine until the end of the file. */
export const allowReceivers = () => configure({ REQUESTS_TO_THIS_MACHINE: '1' })
