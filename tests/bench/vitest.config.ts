import { defineConfig } from 'vitest/config'
import { templatePlugin } from '#modules/templates/library/template-plugin.ts'

/** The benchmarks run one after the other, on their own servers, and are not part of the tests. */
export default defineConfig({
  plugins: [templatePlugin()],
  test: {
    include: ['tests/bench/*.bench.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      CAPTCHA_ANSWER: 'qishu',
      PORT: '3000',
      BASE_URL: 'http://localhost:3000',
    },
  },
})
