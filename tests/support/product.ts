import { afterAll } from 'vitest'
import { clearAnnouncements } from '#modules/announcements/banner.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import '#src/app/app.tsx'
import '#src/app/events.ts'
import { clearServiceHours } from '#src/calendar/service-hours.ts'
import { provideAgreementVersions } from '#src/core/agreement-versions.ts'
import { skipRehearsals } from './rehearsal.ts'

// Loads the whole product once for all files of a worker, and resets everything that they change.
const versionsInForce = provideAgreementVersions(() => [])
provideAgreementVersions(versionsInForce)
skipRehearsals()

afterAll(() => {
  clearAnnouncements()
  clearServiceHours()
  putShippedInForce()
  provideAgreementVersions(versionsInForce)
})
