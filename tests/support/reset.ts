import { afterAll, vi } from 'vitest'
import { setClock } from '#src/core/clock.ts'
import { configure } from './configured.ts'

// The modules stay in the worker from file to file; what a file changed in them is put back.
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.env = { ...environment }
  configure()
  setClock(null)
})
