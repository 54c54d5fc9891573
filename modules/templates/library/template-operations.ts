import * as v from 'valibot'
import type { Field, Template } from '#assembly/template/template.ts'
import { twinIn, wordsIn } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Twin } from '#src/http/programs/shapes.ts'
import { isUnfiltered, readLibraryFilter } from '../doc-lib/filter.ts'
import { shelfFor } from '../doc-lib/shelf.ts'
import { findTemplate, libraryTemplates } from '../library.ts'
import { mayUse } from '../template-access.ts'

const ListedTemplate = v.object({
  code: v.string(),
  version: v.number(),
  title: Twin,
  category: v.string(),
  type: v.picklist(['I', 'II']),
  /** Approximate number of minutes to fill in the template. */
  minutes: v.number(),
  purpose: v.string(),
  /** Whether the team's plan includes the template. */
  usable: v.boolean(),
})

const FieldShape = v.object({
  id: v.string(),
  type: v.string(),
  label: v.string(),
  hint: v.nullable(v.string()),
  required: v.boolean(),
  options: v.optional(v.array(v.object({ id: v.string(), label: v.string() }))),
  units: v.optional(v.array(v.string())),
  currencies: v.optional(v.array(v.string())),
  columns: v.optional(v.array(v.object({ id: v.string(), type: v.string(), label: v.string() }))),
})

const DescribedTemplate = v.object({
  ...ListedTemplate.entries,
  notFor: v.string(),
  languages: v.array(v.picklist(['zh-Hans', 'zh-Hant', 'en'])),
  parties: v.array(v.object({ key: v.string(), signs: v.boolean() })),
  fields: v.array(FieldShape),
})

const listItemOf = (template: Template, viewer: Viewer, locale: Locale) => ({
  code: template.code,
  version: template.version,
  title: { zh: template.title.zh, en: template.title.en },
  category: template.category,
  type: template.type,
  minutes: template.minutes,
  purpose: wordsIn(template.purpose, locale),
  usable: mayUse(viewer.permissions, template),
})

const describedField = (field: Field, locale: Locale) => ({
  id: field.id,
  type: field.type,
  label: wordsIn(field.label, locale),
  hint: field.hint ? wordsIn(field.hint, locale) : null,
  required: field.required ?? false,
  units: field.units,
  currencies: field.currencies,
  options: field.options?.map(({ id, label }) => ({ id, label: wordsIn(label, locale) })),
  columns: field.columns?.map(({ id, type, text }) => ({ id, type, label: twinIn(text, locale) })),
})

addOperation({
  method: 'get',
  path: '/templates',
  scope: null,
  query: v.object({ keyword: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
  answer: v.object({ items: v.array(ListedTemplate) }),
  handle: async ({ viewer, locale, query }) => {
    const filter = readLibraryFilter({ keyword: query.keyword ?? '' })
    const entries = isUnfiltered(filter)
      ? libraryTemplates()
      : (await shelfFor({ viewer, locale }, filter)).listed.map(({ template }) => template)
    return { items: entries.map((template) => listItemOf(template, viewer, locale)) }
  },
})

addOperation({
  method: 'get',
  path: '/templates/:code',
  scope: null,
  answer: DescribedTemplate,
  handle: async ({ viewer, locale, id }) => {
    const template = findTemplate(id)
    return {
      ...listItemOf(template, viewer, locale),
      notFor: wordsIn(template.notFor, locale),
      languages: template.languages,
      parties: template.parties.map(({ key, signs }) => ({ key, signs })),
      fields: template.fields
        .filter((field) => !field.computed)
        .map((field) => describedField(field, locale)),
    }
  },
})
