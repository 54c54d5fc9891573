import { messages } from '#src/core/i18n.ts'

/** The categories for which the pages have names. */
export const CATEGORIES = Object.keys(messages.en_US.documents.category)
