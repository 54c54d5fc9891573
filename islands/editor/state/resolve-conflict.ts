import { type Autosave, flush, mergeTheirs } from './autosave.ts'
import type { Choice } from './merge.ts'

/** Sends the current answers at once, with their cause. */
export function flushAs(saving: Autosave, cause: 'replace'): void {
  saving.cause = cause
  void flush(saving)
}

/** Settles a conflict by `choices`, mine by default, and saves on top of their version. */
export function resolveConflict(saving: Autosave, choices: Record<string, Choice>): void {
  if (!saving.theirs) return
  mergeTheirs(saving, saving.theirs, choices)
}
