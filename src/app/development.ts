import { getRequestListener } from '@hono/node-server'
import { config } from '#src/core/config.ts'
import { greet } from './greeting.ts'
import { prepare } from './prepare.ts'

type Load = (path: string) => Promise<Record<string, unknown>>

/** Starts the server without a build: each request loads the app, which is rebuilt only after a change. */
export async function startDevelopment(load: Load) {
  const { db, startWorkers, stop, takeover } = await prepare()
  void takeover?.then((error) => {
    console.error(error.message)
    process.exit(1)
  })
  const listener = getRequestListener(async (request, env) => {
    const { createApp } = (await load('/src/app/app.tsx')) as typeof import('./app.tsx')
    return createApp(db).fetch(request, env)
  })
  greet()
  await startWorkers()
  return { listener, stop, port: config.PORT }
}
