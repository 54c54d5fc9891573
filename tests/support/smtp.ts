import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface MailStub {
  url: string
  /** The Message-ID of every received mail, in order. */
  delivered: string[]
  /** All recipients, and every message as received. A recipient is listed before its message has arrived. */
  recipients: string[]
  messages: string[]
  /** The SMTP code with which the server rejects every recipient. */
  refuse: number | null
  /** The SMTP code with which the server rejects a connection, a sender or a whole message. */
  greet: number | null
  refuseSender: number | null
  refuseData: number | null
  /** Closes the connection immediately, or after a message and before the response. */
  drop: 'greeting' | 'taken' | null
  /** The delay of every response, in milliseconds. */
  slow: number
  /** A domain whose recipients get slow responses, and the delay after a message in milliseconds. */
  tarpit: { domain: string; ms: number } | null
  slowEnd: number
  /** The maximum number of concurrent connections. */
  max: number
  /** Breaks all connections. */
  hangUp: () => void
  close: () => void
}

const WELL: Partial<MailStub> = {
  refuse: null,
  greet: null,
  refuseSender: null,
  refuseData: null,
  drop: null,
  slow: 0,
  tarpit: null,
  slowEnd: 0,
}

/** A mail server on 127.0.0.1 that accepts everything by default. `at` is its port, or 0 for a free one. */
export function startMailStub(at = 0): Promise<MailStub & { clearFaults: () => void }> {
  const stub: MailStub & { clearFaults: () => void } = {
    ...(WELL as typeof stub),
    url: '',
    delivered: [],
    recipients: [],
    messages: [],
    max: 0,
    hangUp: () => {
      for (const socket of openSockets) socket.destroy()
    },
    close: () => server.close(),
    clearFaults: () => void Object.assign(stub, WELL),
  }
  const openSockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    openSockets.add(socket)
    stub.max = Math.max(stub.max, openSockets.size)
    socket.on('close', () => openSockets.delete(socket))
    let data = ''
    let inData = false
    const say = async (words: string, after = 0) => {
      if (stub.slow + after) await wait(stub.slow + after, undefined, { ref: false })
      if (!socket.destroyed) socket.write(`${words}\r\n`)
    }
    socket.on('error', () => {})
    if (stub.drop === 'greeting') return void socket.destroy()
    void say(stub.greet ? `${stub.greet} not now` : '220 stub')
    socket.on('data', (chunk) => {
      data += chunk
      if (inData && !data.includes('\r\n.\r\n')) return
      const command = inData ? '.' : data.trim().split(' ')[0]!.toUpperCase()
      if (inData && !stub.refuseData) {
        stub.messages.push(data)
        stub.delivered.push(/^Message-ID: (.*)$/im.exec(data)?.[1]?.trim() ?? 'none')
      }
      const recipient = /^RCPT TO:<([^>]*)>/i.exec(data)?.[1]
      data = ''
      if (inData && stub.drop === 'taken') return void socket.destroy()
      const refusedCode = inData
        ? stub.refuseData
        : command === 'MAIL'
          ? stub.refuseSender
          : recipient !== undefined && stub.refuse
      inData = command === 'DATA'
      if (refusedCode) return void say(`${refusedCode} refused`)
      if (recipient !== undefined) stub.recipients.push(recipient)
      const stuck = stub.tarpit && recipient?.endsWith(`@${stub.tarpit.domain}`) ? stub.tarpit.ms : 0
      const delay = command === '.' ? stub.slowEnd : stuck
      void say(command === 'DATA' ? '354 go' : command === 'QUIT' ? '221 bye' : '250 ok', delay)
    })
  })
  return new Promise((done) =>
    server.listen(at, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      stub.url = `smtp://127.0.0.1:${port}`
      done(stub)
    }),
  )
}
