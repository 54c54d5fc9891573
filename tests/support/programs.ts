import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ProgramAnswer, ProgramOrder } from './program-runner.ts'

let runner: ChildProcess | null = null
let lastId = 0
const waitingCallers = new Map<number, (answer: ProgramAnswer) => void>()

function startRunner(): ChildProcess {
  const file = fileURLToPath(new URL('./program-runner.ts', import.meta.url))
  const child = fork(file, [], { execArgv: [], serialization: 'advanced' })
  child.unref()
  child.on('message', (answer: ProgramAnswer) => {
    waitingCallers.get(answer.id)!(answer)
    waitingCallers.delete(answer.id)
    if (!waitingCallers.size) child.channel?.unref()
  })
  return child
}

/** The standard output of a program, as bytes. */
async function runForBytes(program: string, args: string[]): Promise<ProgramAnswer> {
  runner ??= startRunner()
  runner.channel?.ref()
  const id = ++lastId
  return new Promise((done) => {
    waitingCallers.set(id, done)
    runner!.send({ id, program, args } satisfies ProgramOrder)
  })
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** The standard output of a program as text. If the program fails, the error contains its output. */
export async function runProgram(
  program: string,
  args: string[],
): Promise<{ stdout: string; stderr: string }> {
  const { failure, stdout, stderr } = await runForBytes(program, args)
  const output = { stdout: text(stdout), stderr: text(stderr) }
  if (failure) throw Object.assign(new Error(failure), output)
  return output
}

/** The standard output of a program as bytes; fails like `runProgram`. */
export async function programBytes(program: string, args: string[]): Promise<Buffer> {
  const { failure, stdout } = await runForBytes(program, args)
  if (failure) throw new Error(failure)
  return Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength)
}
