import { type Signal, signal } from '@preact/signals-react'
import type { Answers } from '#assembly/answers.ts'

/**
 * How many milliseconds an assembly may take to be run on each key press; a slower one waits for a pause.
 */
const MAX_QUICK_MS = 6
const PAUSE_MS = 150

/** The answers that the preview shows. In a long document they lag slightly behind typing. */
export interface PrintState {
  written: Signal<Answers>
  answers: Signal<Answers>
  /** The duration of the last assembly, in milliseconds. */
  duration: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export const startPrinting = (answers: Signal<Answers>): PrintState => ({
  written: answers,
  answers: signal(answers.peek()),
  duration: 0,
  timer: undefined,
})

export function printNow(print: PrintState): void {
  clearTimeout(print.timer)
  print.timer = undefined
  print.answers.value = print.written.peek()
}

/**
 * Prints after a short delay; for key presses, which change texts but never the structure of the document.
 */
export function printSoon(print: PrintState): void {
  clearTimeout(print.timer)
  if (print.duration < MAX_QUICK_MS) printNow(print)
  else print.timer = setTimeout(() => printNow(print), PAUSE_MS)
}
