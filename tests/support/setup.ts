import { join, resolve } from 'node:path'
import { afterAll, inject } from 'vitest'
import { setScriptFolder } from '#src/jobs/script-file.ts'
import { closeAll } from './closing.ts'

// Set first, so that all files of this worker are created in the run's folder, which is deleted with it.
process.env.TMPDIR = inject('folder')
process.env.DATA_DIR = join(inject('folder'), `files-${process.pid}`)

// With a finished build, processes and threads use the built files, which load a second faster than the
// sources.
if (process.env.BUILT === '1') setScriptFolder(resolve('dist/server'))

afterAll(closeAll)
