import { messages } from '#src/core/i18n.ts'

/** The categories that the pages have names for. */
export const CATEGORIES = Object.keys(messages.en_US.documents.category)
