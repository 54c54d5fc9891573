import { type ChildProcess, fork } from 'node:child_process'
import { parse } from 'node:path'
import { inSpan } from '#src/telemetry/spans.ts'
import type { ChildResult, Job, ProcessLimits } from './capped-child.ts'
import { scriptFile } from './script-file.ts'

export type { ProcessLimits } from './capped-child.ts'

/** Milliseconds without work after which the runner ends. */
const IDLE_MS = 60_000

const STOPPED: ChildResult = { code: null, output: '' }

interface Runner {
  child: ChildProcess
  waiting: Map<number, (ended: ChildResult) => void>
  idle?: NodeJS.Timeout
}

let runner: Runner | null = null
let lastId = 0

/**
 * Processes a stranger's file by a script of ours in a separate process that has nothing but its arguments,
 * so that a hostile file can only harm that process. The code is null if the process was stopped. A small
 * runner process starts it, because fork copies page tables: starting a process from a server of 500 MB
 * blocks it for 15 ms, and the runner for 1 ms.
 */
export function runCapped(
  script: string,
  args: string[],
  cap: ProcessLimits,
  input?: Uint8Array,
): Promise<ChildResult> {
  return inSpan({ name: `run ${parse(script).name}` }, () => runInChild({ script, args, cap, input }))
}

function runInChild(job: Omit<Job, 'id'>): Promise<ChildResult> {
  runner ??= startRunner()
  const { child, waiting, idle } = runner
  clearTimeout(idle)
  // The runner keeps the server alive only while work is pending.
  child.channel?.ref()
  const id = ++lastId
  return new Promise((done) => {
    waiting.set(id, done)
    child.send({ id, ...job } satisfies Job, (error) => error && answer(id, STOPPED))
  })
}

function startRunner(): Runner {
  const child = fork(scriptFile(import.meta.url, 'capped-runner'), [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const newRunner: Runner = { child, waiting: new Map() }
  child.unref()
  child.on('message', (result: ChildResult & { id: number }) => answer(result.id, result))
  child.on('error', () => {})
  child.on('exit', () => {
    if (runner === newRunner) runner = null
    for (const done of newRunner.waiting.values()) done(STOPPED)
  })
  return newRunner
}

function answer(id: number, { code, output }: ChildResult) {
  if (!runner) return
  const { child, waiting } = runner
  waiting.get(id)?.({ code, output })
  waiting.delete(id)
  if (waiting.size) return
  child.channel?.unref()
  runner.idle = setTimeout(endRunner, IDLE_MS).unref()
}

function endRunner() {
  runner?.child.disconnect()
  runner = null
}
