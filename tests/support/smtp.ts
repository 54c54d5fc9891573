import { createServer, type Server } from 'node:net'

export interface MailStub {
  url: string
  /** The Message-ID of every mail it was given, in order. */
  delivered: string[]
  close: () => void
}

/** A mail server on 127.0.0.1 that takes everything. */
export function startMailStub(): Promise<MailStub> {
  const delivered: string[] = []
  const server: Server = createServer((socket) => {
    let data = ''
    let inData = false
    socket.write('220 stub\r\n')
    socket.on('data', (chunk) => {
      data += chunk
      if (inData && !data.includes('\r\n.\r\n')) return
      if (inData) delivered.push(/^Message-ID: (.*)$/im.exec(data)?.[1]?.trim() ?? 'none')
      const command = inData ? '.' : data.trim().split(' ')[0]!.toUpperCase()
      data = ''
      inData = command === 'DATA'
      socket.write(command === 'DATA' ? '354 go\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => {})
  })
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      done({ url: `smtp://127.0.0.1:${port}`, delivered, close: () => server.close() })
    }),
  )
}
