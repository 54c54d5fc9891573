import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { templatePlugin } from '#modules/templates/library/template-plugin.ts'
import { omittedFiles } from './tests/support/drawn.ts'
import { LongFirst } from './tests/support/order.ts'
import { PURE } from './tests/support/pure.ts'

const ALL = 'tests/**/*.test.{ts,tsx}'

const beginningWith = (words: string) =>
  globSync(ALL).filter((file) => readFileSync(file, 'utf8').startsWith(words))

/**
 * Files that settle something while modules load, and say so in their first line, have every module for
 * themselves.
 */
const ALONE = beginningWith('// Alone: ')

/** Files whose product is at an https address, which the cookies' names tell. */
const OVER_HTTPS = beginningWith('// Over https: ')

/**
 * What is run once more with every request validly signed: every route every day, the rest in the long run
 * but for what counts the requests of strangers, whose signed ones have a limit of their own.
 */
const SIGNED = [
  'tests/access.test.ts',
  ...(process.env.LONG === '1' ? ['tests/security/!(growth|mail-limits|throttle).test.ts'] : []),
]

/**
 * Files that start the built server, most with a browser in front of it, or wait for mails: half of their
 * time they do nothing.
 */
const WAITING = [
  'tests/browser/**/*.test.ts',
  'tests/process/**/*.test.ts',
  'tests/modules/{mail-hands,due-queues}.test.ts',
  'tests/security/throttle.test.ts',
]

/** Refuses the driver of the database to files that are listed as pure. */
const withoutDatabase: Plugin = {
  name: 'qishu-pure',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === 'pg') throw new Error(`${importer} wants the database: a test that needs it is not PURE`)
  },
}

const OURS = ['tests/support/setup.ts', 'tests/support/reset.ts']

/** Slow files that this run leaves out (`tests/run.ts`). */
const OMITTED = process.env.DRAWN === '1' ? omittedFiles(Number(process.env.SEED)) : []

const common = {
  testTimeout: process.env.LONG === '1' ? 14_400_000 : 120_000,
  hookTimeout: 120_000,
  env: {
    // As `npm start` runs a demo: React's development build takes several times as long for every page.
    NODE_ENV: 'production',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    CAPTCHA_ANSWER: 'qishu',
    // Tests of time-stamps name a service of their own, or the demo's.
    TIMESTAMP_URL: 'none',
    // The cast has one member of staff; tests of approvals have two.
    FOUR_EYES_FROM: 'off',
    PORT: '3000',
    BASE_URL: 'http://localhost:3000',
  },
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: [...OURS, 'tests/support/product.ts'],
  isolate: false,
  exclude: [] as string[],
  // Two cores are busy with three; more take the cores' memory from each other.
  maxWorkers: 3,
}

const pure = { ...common, globalSetup: [], setupFiles: ['tests/support/reset.ts'] }
const waiting = { ...common, setupFiles: OURS }
const alone = { ...common, setupFiles: ['tests/support/setup.ts'], isolate: true }
const https = { BASE_URL: 'https://qishu.example' }
const signed = { SIGNED: '1' }
const amongSigned = (files: string[]) => files.filter((file) => SIGNED.some((one) => matchesGlob(file, one)))

const project = (name: string, include: string[], manner: typeof common, env: object = {}) => ({
  extends: true as const,
  test: {
    ...manner,
    name,
    include,
    exclude: [...manner.exclude, ...OMITTED],
    env: { ...common.env, ...env },
  },
})

/** In a worker a project's files run one after the other, the long ones first (`tests/support/order.ts`). */
export default defineConfig({
  plugins: [templatePlugin()],
  oxc: { jsx: { development: false } },
  build: { assetsInlineLimit: 0 },
  test: {
    // A golden text that is missing fails, as one that has changed does; `-u` writes both.
    update: 'none',
    sequence: { sequencer: LongFirst, shuffle: process.env.SHUFFLED === '1' },
    // A tenth of the time went into collecting what a page leaves.
    execArgv: ['--max-semi-space-size=32'],
    // Polling ends when it is so; a busy machine takes longer than the second that a poll has by itself.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('alone', ALONE, alone),
      project('waiting', WAITING, waiting),
      project('https', OVER_HTTPS, common, https),
      { ...project('pure', PURE, { ...pure, exclude: ALONE }), plugins: [withoutDatabase] },
      project('working', [ALL], { ...common, exclude: [...ALONE, ...OVER_HTTPS, ...PURE, ...WAITING] }),
      project('signed', SIGNED, { ...common, exclude: [...ALONE, ...OVER_HTTPS] }, signed),
      project('signed alone', amongSigned(ALONE), alone, signed),
      project('signed https', amongSigned(OVER_HTTPS), common, { ...https, ...signed }),
    ],
  },
})
