import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import type { ProviderName } from '#modules/signing/providers/provider-name.ts'
import { ServiceKit } from './kit.ts'
import { CALLBACKS } from './scenarios/callbacks.ts'
import { ENDINGS } from './scenarios/endings.ts'
import { ORDER } from './scenarios/order.ts'
import { USES } from './scenarios/uses.ts'

const NAMES = (process.env.PROVIDER?.split(',') ?? [
  'builtin',
  'esign',
  'tencent',
  'docusign',
]) as ProviderName[]

describe.each(NAMES)('%s', (name) => {
  let kit: ServiceKit

  beforeAll(async () => {
    kit = await ServiceKit.open(name)
  })
  afterEach(() => kit.resetClock())
  afterAll(() => kit.close())

  test.each([...ORDER, ...ENDINGS, ...CALLBACKS, ...USES])('$name', ({ run }) => run(kit))
})
