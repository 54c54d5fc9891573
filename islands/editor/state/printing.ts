import { type Signal, signal } from '@preact/signals-react'
import type { Answers } from '#assembly/answers.ts'

/**
 * Milliseconds in which a document is assembled within the stroke of a key; a longer one waits for the writer
 * to pause.
 */
const QUICK = 6
const PAUSE = 150

/** The answers that the paper shows; in a long document they lag a moment behind typing. */
export interface Printing {
  written: Signal<Answers>
  answers: Signal<Answers>
  /** Milliseconds that the last assembly took. */
  took: number
  waiting: ReturnType<typeof setTimeout> | undefined
}

export const startPrinting = (written: Signal<Answers>): Printing => ({
  written,
  answers: signal(written.peek()),
  took: 0,
  waiting: undefined,
})

export function printNow(print: Printing): void {
  clearTimeout(print.waiting)
  print.waiting = undefined
  print.answers.value = print.written.peek()
}

/** For a stroke of a key, which changes a text and never what the document is made of. */
export function printSoon(print: Printing): void {
  clearTimeout(print.waiting)
  if (print.took < QUICK) printNow(print)
  else print.waiting = setTimeout(() => printNow(print), PAUSE)
}
