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

createServer((request, response) => {
  const message = new URL(request.url!, 'http://localhost').searchParams.get('message')
  if (message) {
    const bytes = Buffer.from(`event: chat\ndata: {"message":"${message}"}\n\n`)
    for (const one of openResponses) one.write(bytes)
    response.end()
    return
  }
  response.writeHead(200, HEAD)
  response.write(FIRST_EVENT)
  openResponses.add(response)
  response.on('close', () => openResponses.delete(response))
}).listen(Number(process.argv[2]), '127.0.0.1')
