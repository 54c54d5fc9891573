const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The text with U+FFFD for each lone surrogate. Replaces `toWellFormed`, which Chrome only has since 111.
 */
export const wellFormed = (text: string): string => decoder.decode(new TextEncoder().encode(text))
