import { resolve } from 'node:path'
import { DAY } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'

/** How long an archive can be downloaded. */
export const AVAILABLE_FOR = DAY

/** The prefix of the keys of all files of an export. */
export const folderOf = (id: string) => `data-exports/${id}`

/**
 * A new key for each attempt, so that two concurrent attempts cannot replace or remove each other's file.
 */
export const newKey = (id: string) => `${folderOf(id)}/${newId()}.zip`

/** The folder of exports in progress, on the server's own disk. */
export const workFolder = () => resolve(config.DATA_DIR, 'data-exports')
