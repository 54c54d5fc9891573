import { job } from './jobs.ts'
import { removeAll } from './storage.ts'

/** Removes every file whose key begins so, once the rows that named them are gone for good. */
export const removeFiles = job<{ prefix: string }>('remove-files', (db, { prefix }) => removeAll(db, prefix))
