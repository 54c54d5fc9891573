import { afterAll, vi } from 'vitest'
import { setClock } from '#src/core/clock.ts'
import { configure } from './configured.ts'

// The modules stay loaded from file to file; this resets what a file changed in them.
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.env = { ...environment }
  configure()
  setClock(null)
})
