// Measures everything in one run, as ratios, and writes the figures to docs/measured.md. `npm run bench
// pages` measures one part. A part that fails writes nothing; a missed goal is written, and the command
// fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { forgetNotes } from '../support/measured.ts'
import { measureParts } from '../support/measured-page.ts'
import { ensureTools } from '../support/tools.ts'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/bench/vitest.config.ts']
const PARTS: Record<string, string[]> = {
  pages: [...VITEST, 'pages.bench'],
  beside: [...VITEST, 'beside.bench'],
  people: [...VITEST, 'people.bench'],
  documents: [...VITEST, 'documents.bench'],
  imports: [...VITEST, 'imports.bench'],
  files: [...VITEST, 'files.bench'],
  streams: [...VITEST, 'streams.bench'],
  comparison: [...VITEST, 'comparison.bench'],
  agreement: [...VITEST, 'agreement.bench'],
  paper: [...VITEST, 'paper.bench'],
  signing: [...VITEST, 'signing.bench'],
  editor: [...VITEST, 'editor.bench'],
  chat: [...VITEST, 'chat.bench'],
  mail: [...VITEST, 'mail.bench'],
  fillings: [...VITEST, 'fillings.bench'],
  fairness: [...VITEST, 'fairness.bench'],
  memory: [...VITEST, 'memory.bench'],
  start: [...VITEST, 'start.bench'],
  soak: [...VITEST, 'soak.bench'],
  telemetry: [...VITEST, 'telemetry.bench'],
  // Plain Node, as the product uses it, because Vitest wraps every import.
  typeset: ['tests/bench/typeset.ts'],
  site: ['tests/bench/site.ts'],
  lighthouse: ['tests/bench/lighthouse.ts'],
}
const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in PARTS))
if (unknown) throw new Error(`no such part: ${unknown}; there are ${Object.keys(PARTS).join(', ')}`)

forgetNotes()
ensureTools()
execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
// The whole bench has the server under load for ten minutes, `npm run bench soak` for an hour.
const env = { ...(names.length ? {} : { SOAK: '10' }), ...process.env, NODE_ENV: 'test' }
const parts = Object.entries(PARTS)
  .filter(([name]) => !names.length || names.includes(name))
  .map(([name, words]): [string, () => number | null] => [
    name,
    () => spawnSync(process.execPath, words, { stdio: 'inherit', env }).status,
  ])
process.exit(measureParts('bench', parts, names.length > 0))
