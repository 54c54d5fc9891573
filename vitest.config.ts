import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'
import { templatePlugin } from './modules/documents/library/template-plugin.ts'

const ALL = 'tests/**/*.test.{ts,tsx}'

/** Files that settle something while modules load, and say so in their first line, have every module for themselves. */
const ALONE = globSync(ALL).filter((file) => readFileSync(file, 'utf8').startsWith('// Alone: '))

/** What is run once more with every request validly signed: every route every day, the rest in the long run. */
const SIGNED = ['tests/access.test.ts', ...(process.env.LONG === '1' ? ['tests/security/*.test.ts'] : [])]

/** Files that start the built server, most with a browser in front of it. */
const SERVED = ['tests/browser/**/*.test.ts', 'tests/process/**/*.test.ts']

const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  env: {
    // As `npm start` runs a demo: React's development build takes several times as long for every page.
    NODE_ENV: 'production',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    CAPTCHA_ANSWER: 'qishu',
    PORT: '3000',
    BASE_URL: 'http://localhost:3000',
  },
  setupFiles: ['tests/support/setup.ts', 'tests/support/reset.ts'],
  isolate: false,
}
const alone = { ...common, setupFiles: ['tests/support/setup.ts'], isolate: true }
const signed = { ...common.env, SIGNED: '1' }

/** In a worker a project's files run one after the other, the slowest of the last time first; projects in this order. */
export default defineConfig({
  plugins: [templatePlugin()],
  oxc: { jsx: { development: false } },
  build: { assetsInlineLimit: 0 },
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 3,
    // A tenth of the time went into collecting what a page leaves.
    execArgv: ['--max-semi-space-size=64'],
    // Polling ends when it is so; a busy machine takes longer than the second that a poll has by itself.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { ...alone, name: 'alone', include: ALONE } },
      { extends: true, test: { ...common, name: 'served', include: SERVED } },
      { extends: true, test: { ...common, name: 'shared', include: [ALL], exclude: [...ALONE, ...SERVED] } },
      { extends: true, test: { ...common, name: 'signed', include: SIGNED, exclude: ALONE, env: signed } },
      {
        extends: true,
        test: {
          ...alone,
          name: 'signed alone',
          include: ALONE.filter((file) => SIGNED.some((one) => matchesGlob(file, one))),
          env: signed,
        },
      },
    ],
  },
})
