import { afterAll, vi } from 'vitest'
import { putInForce } from '#modules/documents/library.ts'
import '#src/app/app.tsx'
import '#src/app/events.ts'
import { agreementVersions, provideAgreementVersions } from '#src/core/agreement-versions.ts'
import { setClock } from '#src/core/clock.ts'
import { configure } from './configured.ts'

// The modules stay in the worker from file to file, all of them loaded; what a file changed in them is put back.
const versions = agreementVersions()
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.env = { ...environment }
  configure()
  setClock(null)
  putInForce()
  provideAgreementVersions(() => versions)
})
