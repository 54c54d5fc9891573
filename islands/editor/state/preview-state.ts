import { type Signal, signal } from '@preact/signals-react'
import type { Answers } from '#assembly/answers.ts'

/**
 * An assembly that takes longer than this many milliseconds is not run on each key press, but after a pause.
 */
const MAX_QUICK_MS = 6
const PAUSE_MS = 150

/**
 * The answers as entered, and as the preview shows them: in a long document the preview follows after a
 * pause.
 */
export interface PreviewState {
  enteredAnswers: Signal<Answers>
  shownAnswers: Signal<Answers>
  /** The duration of the last assembly, in milliseconds. */
  duration: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export const createPreviewState = (answers: Signal<Answers>): PreviewState => ({
  enteredAnswers: answers,
  shownAnswers: signal(answers.peek()),
  duration: 0,
  timer: undefined,
})

export function refreshPreviewNow(preview: PreviewState): void {
  clearTimeout(preview.timer)
  preview.timer = undefined
  preview.shownAnswers.value = preview.enteredAnswers.peek()
}

/**
 * Refreshes the preview after a short delay; for key presses, which change texts but never the structure
 * of the document.
 */
export function schedulePreview(preview: PreviewState): void {
  clearTimeout(preview.timer)
  if (preview.duration < MAX_QUICK_MS) refreshPreviewNow(preview)
  else preview.timer = setTimeout(() => refreshPreviewNow(preview), PAUSE_MS)
}
