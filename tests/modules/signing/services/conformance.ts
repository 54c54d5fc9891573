import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import type { ProviderName } from '#modules/signing/providers/provider-name.ts'
import { drawnCases } from '#tests/support/runs.ts'
import { ServiceKit } from './kit.ts'
import { AUTHORISATION } from './scenarios/authorisation.ts'
import { CALLBACKS } from './scenarios/callbacks.ts'
import { ENDINGS } from './scenarios/endings.ts'
import { ORDER } from './scenarios/order.ts'
import { OUTAGES } from './scenarios/outages.ts'
import { TWO_SERVICES } from './scenarios/two-services.ts'
import { USES } from './scenarios/uses.ts'

const COMMON = [...ORDER, ...ENDINGS, ...CALLBACKS, ...USES, ...OUTAGES, ...TWO_SERVICES]

/** What every provider has to do, in one suite for all of them. */
export function testConformance(name: ProviderName) {
  describe(name, () => {
    let kit: ServiceKit

    beforeAll(async () => {
      kit = await ServiceKit.open(name)
    })
    afterEach(() => kit.resetClock())
    afterAll(() => kit.close())

    test.each(drawnCases(COMMON, 3))('$name', ({ run }) => run(kit))

    test.skipIf(name === 'builtin').each(drawnCases(AUTHORISATION, 3))('$name', ({ run }) => run(kit))
  })
}
