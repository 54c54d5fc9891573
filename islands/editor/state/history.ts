import type { Answers } from '#assembly/answers.ts'

/**
 * What can be undone and redone. Answers are never changed in place, so a step is just the answers before it.
 */
export interface History {
  past: Answers[]
  future: Answers[]
  /** What the last step was about; a further change of the same thing belongs to the same step. */
  open?: string
}

const mostSteps = 200

export const emptyHistory: History = { past: [], future: [] }

/** Notes a change away from `before`. Key strokes in one place share `about` and make one step. */
export function noteChange(history: History, before: Answers, about?: string): History {
  if (about && about === history.open && history.past.length) return { ...history, future: [] }
  return { past: [...history.past, before].slice(-mostSteps), future: [], open: about }
}

/** Ends the step under way: the next change begins a new one. */
export function closeStep(history: History): History {
  return history.open === undefined ? history : { past: history.past, future: history.future }
}

export function undoStep(history: History, now: Answers): { history: History; answers: Answers } | null {
  const before = history.past.at(-1)
  if (!before) return null
  return { answers: before, history: { past: history.past.slice(0, -1), future: [now, ...history.future] } }
}

export function redoStep(history: History, now: Answers): { history: History; answers: Answers } | null {
  const [after, ...future] = history.future
  if (!after) return null
  return { answers: after, history: { past: [...history.past, now], future } }
}

/** Carries every step over to answers that came from elsewhere, so that undoing does not take those back. */
export function rebaseHistory(history: History, rebase: (answers: Answers) => Answers): History {
  return { past: history.past.map(rebase), future: history.future.map(rebase) }
}
