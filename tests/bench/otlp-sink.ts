// A collector in its own process that only counts received bytes. Argument: port.
import { createServer } from 'node:http'

const [port] = process.argv.slice(2).map(Number)
let receivedBytes = 0
createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length
  })
  request.on('end', () => response.writeHead(200).end(request.method === 'GET' ? String(receivedBytes) : ''))
}).listen(port, '127.0.0.1')
