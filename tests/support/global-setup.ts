import type { TestProject } from 'vitest/node'
import type { startTestServer, TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext extends TestServer {}
}

declare global {
  /** The server of this run; each project loads this module again. */
  var testServer: ReturnType<typeof startTestServer> | undefined
}

/**
 * Starts the test server for the first project that needs it, and stops it when the first project ends,
 * because all end together. A project without a database does not use this file.
 */
export default async function setup(project: TestProject) {
  globalThis.testServer ??= import('./test-server.ts').then(({ startTestServer }) => startTestServer())
  const { server, stop } = await globalThis.testServer
  for (const [name, value] of Object.entries(server)) project.provide(name as keyof TestServer, value)
  return async () => {
    if (!globalThis.testServer) return
    globalThis.testServer = undefined
    await stop()
  }
}
