interface KeyEvent {
  isComposing: boolean
  keyCode: number
}

/**
 * Whether a key belongs to an input method. Safari ends the composition before it sends the Enter that
 * confirms it, so that this Enter is only recognised by its key code.
 */
export const isComposing = ({ isComposing: composing, keyCode }: KeyEvent): boolean =>
  composing || keyCode === 229
