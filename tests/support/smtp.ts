import { createServer, type Server } from 'node:net'

export interface MailStub {
  url: string
  /** The Message-ID of every mail it was given, in order. */
  delivered: string[]
  /** Everybody it was asked to deliver to, and every message as it came. */
  recipients: string[]
  messages: string[]
  /** The SMTP code it answers to every recipient, instead of taking them. */
  refuse: number | null
  close: () => void
}

/** A mail server on 127.0.0.1 that takes everything. */
export function startMailStub(): Promise<MailStub> {
  const stub: MailStub = {
    url: '',
    delivered: [],
    recipients: [],
    messages: [],
    refuse: null,
    close: () => server.close(),
  }
  const server: Server = createServer((socket) => {
    let data = ''
    let inData = false
    socket.write('220 stub\r\n')
    socket.on('data', (chunk) => {
      data += chunk
      if (inData && !data.includes('\r\n.\r\n')) return
      if (inData) stub.messages.push(data)
      if (inData) stub.delivered.push(/^Message-ID: (.*)$/im.exec(data)?.[1]?.trim() ?? 'none')
      const command = inData ? '.' : data.trim().split(' ')[0]!.toUpperCase()
      const recipient = /^RCPT TO:<([^>]*)>/i.exec(data)?.[1]
      data = ''
      if (recipient !== undefined && stub.refuse) return void socket.write(`${stub.refuse} refused\r\n`)
      if (recipient !== undefined) stub.recipients.push(recipient)
      inData = command === 'DATA'
      socket.write(command === 'DATA' ? '354 go\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => {})
  })
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      stub.url = `smtp://127.0.0.1:${port}`
      done(stub)
    }),
  )
}
