import { type Autosave, flush, takeOver } from './autosave.ts'
import type { Choice } from './merge.ts'

/** Sends at once what stands now, as what was done. */
export function flushAs(saving: Autosave, cause: 'replace'): void {
  saving.cause = cause
  void flush(saving)
}

/** Settles a conflict as chosen, mine where nothing was chosen, and saves on top of their version. */
export function resolveConflict(saving: Autosave, choices: Record<string, Choice>): void {
  if (!saving.theirs) return
  takeOver(saving, saving.theirs, choices)
}
