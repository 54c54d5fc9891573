// The development server: Vite serves the sources and reloads changed modules; requests run the newest app.
import { createServer as createHttp } from 'node:http'
import { createServer as createVite } from 'vite'

process.env.VITE_DEV = '1'
const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
const { startDevelopment } = await vite.ssrLoadModule('/src/app/development.ts')
const { listener, stop, port } = await startDevelopment((path) => vite.ssrLoadModule(path))
const server = createHttp((request, response) =>
  vite.middlewares(request, response, () => listener(request, response)),
)
server.listen(port)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    server.close()
    await vite.close()
    await stop()
    process.exit(0)
  })
