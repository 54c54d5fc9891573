import { join, resolve } from 'node:path'
import { afterAll, inject } from 'vitest'
import { setScriptFolder } from '#src/jobs/script-file.ts'
import { closeAll } from './closing.ts'

// Before anything reads them: files and whatever else this worker writes lie in the run's folder and go with
// it.
process.env.TMPDIR = inject('folder')
process.env.DATA_DIR = join(inject('folder'), `files-${process.pid}`)

// Whoever has just built everything spares each of them the second that sources take to load.
if (process.env.BUILT === '1') setScriptFolder(resolve('dist/server'))

afterAll(closeAll)
