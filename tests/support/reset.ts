import { afterAll, vi } from 'vitest'
import { setClock } from '#src/core/clock.ts'
import { configure } from './configured.ts'

// The modules stay loaded between files. This resets everything in them that a file changed.
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.env = { ...environment }
  configure()
  setClock(null)
})
