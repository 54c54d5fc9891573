/** A person's words as the inside of a LIKE pattern: `%` and `_` stand for themselves. */
export const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of every text that holds these words. */
export const containing = (words: string): string => `%${literally(words)}%`
