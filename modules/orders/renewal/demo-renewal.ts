import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { liveTerms } from '../plans/term.ts'
import { queryMandate } from './mandate.ts'
import type { RenewalPeriod } from './renewal-schema.ts'
import { priceAt } from './renewals.ts'
import { agreeAtSandbox } from './sandbox-routes.tsx'
import { switchOn } from './switching.ts'

/** Switches automatic renewal on in a demo, at the demo's present time and price. */
export async function renewAsDemo(db: Db, viewer: Viewer, period: RenewalPeriod) {
  const lastTerm = (await liveTerms(db, viewer.teamId).execute()).at(-1)!
  const price = (await priceAt(db, { package: lastTerm.package, period, currency: 'CNY' }, now()))!
  const mandate = await switchOn(db, viewer, { period, method: 'sandbox', invoice: false, price })
  await agreeAtSandbox(db, mandate)
  await queryMandate(db, mandate)
}
