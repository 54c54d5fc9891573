import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { closeAll } from './closing.ts'

// Before anything reads them: files and whatever else this worker writes lie in the run's folder and go with it.
process.env.TMPDIR = inject('folder')
process.env.DATA_DIR = join(inject('folder'), `files-${process.pid}`)

afterAll(closeAll)
