import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, each of these would keep one worker busy long after the other is done. */
const SLOW = ['browser/axe', 'crash', 'browser/reflow', 'browser/messages', 'server', 'browser/']

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((name) => moduleId.includes(`/tests/${name}`))
      return found < 0 ? SLOW.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      CAPTCHA_ANSWER: 'qishu',
      PORT: '3000',
      BASE_URL: 'http://localhost:3000',
    },
  },
})
