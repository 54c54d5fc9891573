// The baseline for our live events: node:http, a set of open responses, and a loop that writes the same
// bytes to each. Argument: port.
import { createServer, type ServerResponse } from 'node:http'

const openResponses = new Set<ServerResponse>()
const HEAD = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  Connection: 'close',
}
const FIRST_EVENT = Buffer.from('retry: 2000\n\nevent: todo\ndata: {"tasks":false,"messages":false}\n\n')

createServer((request, answer) => {
  const message = new URL(request.url!, 'http://localhost').searchParams.get('message')
  if (message) {
    const bytes = Buffer.from(`event: chat\ndata: {"message":"${message}"}\n\n`)
    for (const one of openResponses) one.write(bytes)
    answer.end()
    return
  }
  answer.writeHead(200, HEAD)
  answer.write(FIRST_EVENT)
  openResponses.add(answer)
  answer.on('close', () => openResponses.delete(answer))
}).listen(Number(process.argv[2]), '127.0.0.1')
