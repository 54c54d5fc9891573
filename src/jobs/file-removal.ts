import { job } from './jobs.ts'
import { removeAll } from './storage.ts'

/** Removes every file whose key begins with `prefix`, after the rows that named them were deleted. */
export const removeFiles = job<{ prefix: string }>('remove-files', (db, { prefix }) => removeAll(db, prefix))
