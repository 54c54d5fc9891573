import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { parseTemplate } from './assembly/template/parse.ts'
import type { Template } from './assembly/template/template.ts'
import { mayUse } from './template-access.ts'
import { deriveTraditional } from './traditional.ts'

const files = import.meta.glob<string>('./library/*.yaml', { eager: true, query: '?raw', import: 'default' })

let templates: Template[] | null = null

/** The published templates, by title; each with its traditional Chinese derived. */
export function libraryTemplates(): Template[] {
  templates ??= Object.entries(files).map(([file, yaml]) => readTemplate(yaml, file))
  return templates
}

/** All of them, those that the viewer may use first. */
export function templatesFor(viewer: Viewer): Template[] {
  const [usable, others] = [true, false].map((may) =>
    libraryTemplates().filter((template) => mayUse(viewer.permissions, template) === may),
  )
  return [...usable!, ...others!]
}

/** Throws TEMPLATE_NOT_FOUND. */
export function findTemplate(code: string): Template {
  const found = libraryTemplates().find((template) => template.code === code)
  if (!found) throw new AppError('TEMPLATE_NOT_FOUND')
  return found
}

function readTemplate(yaml: string, file: string): Template {
  const parsed = parseTemplate(yaml, file)
  if ('template' in parsed) return deriveTraditional(parsed.template)
  const lines = parsed.problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.clause ?? ''} ${p.message}`)
  throw new Error(`The template library has mistakes:\n${lines.join('\n')}`)
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
