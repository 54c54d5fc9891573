/** Escapes a text for a LIKE pattern, so that `%` and `_` have no special meaning. */
export const escapeLike = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of every text that contains `words`. */
export const likePattern = (words: string): string => `%${escapeLike(words)}%`
