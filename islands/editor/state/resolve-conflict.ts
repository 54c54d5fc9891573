import { type Autosave, mergeTheirs, saveImmediately } from './autosave.ts'
import type { Choice } from './merge.ts'

/** Sends the current answers immediately, with their cause. */
export function flushAs(saving: Autosave, cause: 'replace'): void {
  saving.cause = cause
  void saveImmediately(saving)
}

/** Resolves a conflict by `choices`, by default with mine, and saves on top of their version. */
export function resolveConflict(saving: Autosave, choices: Record<string, Choice>): void {
  if (!saving.theirs) return
  mergeTheirs(saving, saving.theirs, choices)
}
