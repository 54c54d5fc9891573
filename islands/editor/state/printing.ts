import { type Signal, signal } from '@preact/signals-react'
import type { Answers } from '#assembly/answers.ts'

/** Milliseconds within which an assembly may run on each key press; a slower one waits for a pause. */
const QUICK = 6
const PAUSE = 150

/** The answers that the preview shows. In a long document they lag slightly behind typing. */
export interface PrintState {
  written: Signal<Answers>
  answers: Signal<Answers>
  /** Duration of the last assembly in milliseconds. */
  duration: number
  waiting: ReturnType<typeof setTimeout> | undefined
}

export const startPrinting = (written: Signal<Answers>): PrintState => ({
  written,
  answers: signal(written.peek()),
  duration: 0,
  waiting: undefined,
})

export function printNow(print: PrintState): void {
  clearTimeout(print.waiting)
  print.waiting = undefined
  print.answers.value = print.written.peek()
}

/** For key presses, which change a text but never the structure of the document. */
export function printSoon(print: PrintState): void {
  clearTimeout(print.waiting)
  if (print.duration < QUICK) printNow(print)
  else print.waiting = setTimeout(() => printNow(print), PAUSE)
}
