import { execFile } from 'node:child_process'

export interface ProgramOrder {
  id: number
  program: string
  args: string[]
}

export interface ProgramAnswer {
  id: number
  stdout: Uint8Array
  stderr: Uint8Array
  /** The reason of a failure. */
  failure?: string
}

// A small process that starts programs for a test process. The test process uses a gigabyte, and would block
// for 50 ms at each start.
process.on('message', ({ id, program, args }: ProgramOrder) =>
  execFile(program, args, { encoding: 'buffer', maxBuffer: 1e9 }, (error, stdout, stderr) =>
    process.send!({ id, stdout, stderr, ...(error && { failure: error.message }) } satisfies ProgramAnswer),
  ),
)
process.on('disconnect', () => process.exit())
