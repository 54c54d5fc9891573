import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Template } from './assembly/template/template.ts'
import { mayUse } from './template-access.ts'

const files = import.meta.glob<Template>(['./library/*/*.yaml', '!./library/blocks/*.yaml'], {
  eager: true,
  query: '?template',
  import: 'default',
})

const templates = Object.values(files).toSorted((one, other) => (one.code < other.code ? -1 : 1))

/** The published templates, by code; each with its traditional Chinese derived, by library/template-plugin.ts. */
export const libraryTemplates = (): Template[] => templates

/** All of them, those that the viewer may use first. */
export function templatesFor(viewer: Viewer): Template[] {
  const [usable, others] = [true, false].map((may) =>
    libraryTemplates().filter((template) => mayUse(viewer.permissions, template) === may),
  )
  return [...usable!, ...others!]
}

const RECOMMENDED = 3

/** A few that the viewer may use, those first whose category is used most. */
export function recommendedFor(viewer: Viewer, used: { category: string; count: number }[]): Template[] {
  const usesOf = ({ category }: Template) => used.find((one) => one.category === category)?.count ?? 0
  const may = (template: Template) => Number(mayUse(viewer.permissions, template))
  return templatesFor(viewer)
    .toSorted((one, other) => may(other) - may(one) || usesOf(other) - usesOf(one))
    .slice(0, RECOMMENDED)
}

/** Throws TEMPLATE_NOT_FOUND. */
export function findTemplate(code: string): Template {
  const found = libraryTemplates().find((template) => template.code === code)
  if (!found) throw new AppError('TEMPLATE_NOT_FOUND')
  return found
}

export interface TemplateFilter {
  keyword?: string
  category?: string
}

export function searchTemplates({ keyword = '', category }: TemplateFilter): Template[] {
  const words = keyword.trim().toLowerCase()
  return libraryTemplates().filter(
    (template) => (!category || template.category === category) && textOf(template).includes(words),
  )
}

export function templateCategories(): string[] {
  return [...new Set(libraryTemplates().map((template) => template.category))].sort()
}

function textOf({ title, tags, purpose }: Template): string {
  return [title.zh, title.hant, title.en, ...tags, purpose.zh_CN, purpose.en_US].join('\n').toLowerCase()
}
