import { findTemplate } from '#modules/templates/index.ts'

/** The version of a library template, as the form of a new document submits it. */
export const versionOf = (code: string): string => String(findTemplate(code).version)
