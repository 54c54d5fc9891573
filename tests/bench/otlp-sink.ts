// A collector in its own process that only counts received bytes. Argument: port.
import { createServer } from 'node:http'

const [port] = process.argv.slice(2).map(Number)
let received = 0
createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  request.on('end', () => response.writeHead(200).end(request.method === 'GET' ? String(received) : ''))
}).listen(port, '127.0.0.1')
