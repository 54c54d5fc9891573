import { join, resolve } from 'node:path'
import { afterAll, inject } from 'vitest'
import { setScriptFolder } from '#src/jobs/script-file.ts'
import { closeAll } from './closing.ts'

// Set before anything reads it: all files of this worker are in the run's folder and deleted with it.
process.env.TMPDIR = inject('folder')
process.env.DATA_DIR = join(inject('folder'), `files-${process.pid}`)

// A completed build saves each of them the second that sources take to load.
if (process.env.BUILT === '1') setScriptFolder(resolve('dist/server'))

afterAll(closeAll)
