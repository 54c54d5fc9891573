import type { Answers } from '#assembly/answers.ts'

/** The undo history. Answers are never changed in place, so a step is simply the answers before it. */
export interface History {
  past: Answers[]
  future: Answers[]
  /**
   * The `about` of the last step, if the step is still open: another change with the same `about` belongs to
   * it.
   */
  openStep?: string
}

const MAX_STEPS = 200

export const emptyHistory: History = { past: [], future: [] }

/** Records a change; `before` are the answers before it. Changes with the same `about` form one step. */
export function recordChange(history: History, before: Answers, about?: string): History {
  if (about && about === history.openStep && history.past.length) return { ...history, future: [] }
  return { past: [...history.past, before].slice(-MAX_STEPS), future: [], openStep: about }
}

/** Ends the current step: the next change begins a new one. */
export function closeStep(history: History): History {
  return history.openStep === undefined ? history : { past: history.past, future: history.future }
}

export function undoStep(history: History, answers: Answers): { history: History; answers: Answers } | null {
  const before = history.past.at(-1)
  if (!before) return null
  return {
    answers: before,
    history: { past: history.past.slice(0, -1), future: [answers, ...history.future] },
  }
}

export function redoStep(history: History, answers: Answers): { history: History; answers: Answers } | null {
  const [after, ...future] = history.future
  if (!after) return null
  return { answers: after, history: { past: [...history.past, answers], future } }
}

/** Rebases every step onto the changes of others, so that undoing does not revert those changes. */
export function rebaseHistory(history: History, rebase: (answers: Answers) => Answers): History {
  return { past: history.past.map(rebase), future: history.future.map(rebase) }
}
