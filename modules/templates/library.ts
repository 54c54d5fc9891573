import type { Template } from '#assembly/template/template.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Pronunciation } from './library/pronunciation.ts'
import { shippedNotes, shippedPronunciation, shippedTemplates } from './library/shipped.ts'
import { mayUse } from './template-access.ts'

/** A template that is in force or retired. */
export interface LibraryEntry {
  template: Template
  /** Null for a template that was published before pronunciations were stored. */
  spoken: Pronunciation | null
  source: 'shipped' | 'published'
  /** The short name of the template's main law, if any: articles cited without a law belong to this law. */
  mainLaw?: string
  /**
   * When the library first contained the template, and when this version came into force; null until the
   * database is read.
   */
  since: Date | null
  versionSince: Date | null
  retiredAt: Date | null
}

const SHIPPED_ENTRIES = shippedTemplates.map(
  (template): LibraryEntry => ({
    template,
    spoken: shippedPronunciation(template.code),
    source: 'shipped',
    mainLaw: shippedNotes(template.code).law,
    since: null,
    versionSince: null,
    retiredAt: null,
  }),
)

let entries: readonly LibraryEntry[] = []
let offeredTemplates: Template[] = []
let edition = 0

/** Puts these templates in force in this process; called by `publishing/refresh.ts`. */
export function putInForce(newEntries: readonly LibraryEntry[]) {
  entries = newEntries.toSorted((one, other) => (one.template.code < other.template.code ? -1 : 1))
  edition++
  offeredTemplates = entries.filter(({ retiredAt }) => !retiredAt).map(({ template }) => template)
}

/** Puts the templates that are supplied with the product in force. */
export const putShippedInForce = () => putInForce(SHIPPED_ENTRIES)

putShippedInForce()

/**
 * Increases whenever templates are put in force, which invalidates caches that depend on the whole library.
 */
export const libraryEdition = () => edition

/** Every template in its newest version, including retired ones, sorted by code. */
export const libraryEntries = (): readonly LibraryEntry[] => entries

/** The offered templates, sorted by code, each with its traditional Chinese. */
export const libraryTemplates = (): Template[] => offeredTemplates

/** All offered templates; those that the viewer may use come first. */
export function templatesFor(viewer: Viewer): Template[] {
  const [usableTemplates, otherTemplates] = [true, false].map((isUsable) =>
    libraryTemplates().filter((template) => mayUse(viewer.permissions, template) === isUsable),
  )
  return [...usableTemplates!, ...otherTemplates!]
}

const MAX_RECOMMENDED = 4

/** A few templates that the viewer may use; templates from the most used categories come first. */
export function recommendedFor(
  viewer: Viewer,
  usedCategories: { category: string; count: number }[],
): Template[] {
  const usesOf = ({ category }: Template) =>
    usedCategories.find((one) => one.category === category)?.count ?? 0
  const mayUseRank = (template: Template) => Number(mayUse(viewer.permissions, template))
  return templatesFor(viewer)
    .toSorted((one, other) => mayUseRank(other) - mayUseRank(one) || usesOf(other) - usesOf(one))
    .slice(0, MAX_RECOMMENDED)
}

/**
 * The newest version of a template. Throws TEMPLATE_NOT_FOUND, or TEMPLATE_DEACTIVATED if the template is
 * retired.
 */
export function findTemplate(code: string): Template {
  const entry = entries.find(({ template }) => template.code === code)
  if (!entry) throw new AppError('TEMPLATE_NOT_FOUND')
  if (entry.retiredAt) throw new AppError('TEMPLATE_DEACTIVATED')
  return entry.template
}
