/** Escapes a text for a LIKE pattern: `%` and `_` have no special meaning. */
export const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of every text that contains `words`. */
export const containing = (words: string): string => `%${literally(words)}%`
