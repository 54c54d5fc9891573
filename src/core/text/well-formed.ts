const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text with U+FFFD for each lone surrogate; `toWellFormed`, which Chrome has since 111 only. */
export const wellFormed = (text: string): string => decoder.decode(new TextEncoder().encode(text))
