import { type Signal, signal } from '@preact/signals-react'
import type { Answers } from '#assembly/answers.ts'

/**
 * How many milliseconds an assembly may take to be run on each key press; a slower one waits for a pause.
 */
const MAX_QUICK_MS = 6
const PAUSE = 150

/** The answers that the preview shows. In a long document they lag slightly behind typing. */
export interface PrintState {
  written: Signal<Answers>
  answers: Signal<Answers>
  /** The duration of the last assembly, in milliseconds. */
  duration: number
  waiting: ReturnType<typeof setTimeout> | undefined
}

export const startPrinting = (answers: Signal<Answers>): PrintState => ({
  written: answers,
  answers: signal(answers.peek()),
  duration: 0,
  waiting: undefined,
})

export function printNow(print: PrintState): void {
  clearTimeout(print.waiting)
  print.waiting = undefined
  print.answers.value = print.written.peek()
}

/**
 * Prints after a short delay; for key presses, which change texts but never the structure of the document.
 */
export function printSoon(print: PrintState): void {
  clearTimeout(print.waiting)
  if (print.duration < MAX_QUICK_MS) printNow(print)
  else print.waiting = setTimeout(() => printNow(print), PAUSE)
}
