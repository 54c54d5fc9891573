import * as v from 'valibot'
import type { Template } from '#assembly/template/template.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { consultTab } from '#modules/consultations/index.ts'
import { createDocument, usedCategories } from '#modules/documents/index.ts'
import { importTab } from '#modules/imports/index.ts'
import { lawsOfTemplate, TemplateLaws } from '#modules/laws/index.ts'
import { usageKindOf, usesLeft } from '#modules/orders/index.ts'
import {
  alternativesTo,
  findTemplate,
  isUnfiltered,
  libraryEntries,
  NewDocPage,
  readLibraryFilter,
  shelfFor,
  TemplateList,
} from '#modules/templates/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, type Values } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'

export const newDocRoutes = routes()

newDocRoutes.get('/mgmt/new-doc', async (c) => {
  if (c.req.query('tab') === 'IMPORT_DOC') return importTab(c)
  if (c.req.query('tab') === 'CONSULT_SELECT') return consultTab(c)
  return newDocPage(c, c.req.query())
})

/** Shows the page with the chosen values, and the reason why no document was created. */
async function newDocPage(c: Ctx, values: Values, refusal?: AppError) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'document.create')
  const { template, retired, error } = values.template ? findChosen(values.template) : { template: null }
  const { locale, db } = c.var
  const filter = readLibraryFilter(values)
  const categories =
    !values.template && isUnfiltered(filter) ? await usedCategories(db, viewer).execute() : undefined
  const shelf = await shelfFor({ viewer, locale, usedCategories: categories }, filter)
  if (isFragmentRequest(c))
    return fragment(c, <TemplateList path="/mgmt/new-doc" shelf={shelf} chosen={template?.code} />)
  const problem = error ?? refusal
  if (problem) logRefused(c, problem)
  const uses = template && (await usesLeft(db, viewer, usageKindOf(template)))
  const laws = template && <TemplateLaws laws={await lawsOfTemplate(db, template)} />
  const retiredTemplate = retired && { template: retired, nearest: alternativesTo(retired) }
  const props = { shelf, chosen: template, retiredTemplate, uses, laws, values, problem: problem?.words }
  const status = problem ? (problem.status as 404 | 409 | 410) : 200
  const title = translate(locale)('documents.newDoc')
  return page(c, <NewDocPage {...props} />, { title, shell: 'bare', status })
}

/** The template of a code. If it is unknown or retired, as in an old link, the page offers others. */
function findChosen(code: string): { template: Template | null; retired?: Template; error?: AppError } {
  try {
    return { template: findTemplate(code) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      template: null,
      retired: libraryEntries().find((one) => one.template.code === code)?.template,
      error,
    }
  }
}

const NewDocument = v.object({
  template: v.pipe(v.string(), v.maxLength(64)),
  version: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  language: v.picklist(['zh-Hans', 'zh-Hant', 'en']),
  bilingual: v.picklist(['yes', 'no']),
  position: v.optional(v.pipe(v.string(), v.regex(/^(?:[a-j]|neutral)?$/)), ''),
  script: v.optional(v.picklist(['Hans', 'Hant']), 'Hans'),
  // The filter of the list from which the template was chosen.
  keyword: v.optional(v.string()),
  category: v.optional(v.string()),
  free: v.optional(v.string()),
  usable: v.optional(v.string()),
  sort: v.optional(v.string()),
})

/** Errors that occur when the page shows an outdated library. */
const OUTDATED_LIBRARY_ERRORS = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_DEACTIVATED', 'TEMPLATE_UPDATED']

newDocRoutes.post('/mgmt/new-doc', async (c) => {
  const form = await readForm(c, NewDocument)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: Object.keys(form.problems)[0] ?? '' })
  const { language, bilingual, version, script, position } = form.output
  const languages = {
    primary: language === 'en' ? ('en' as const) : ('zh' as const),
    bilingual: bilingual === 'yes',
    script: language === 'en' ? script : language === 'zh-Hant' ? ('Hant' as const) : ('Hans' as const),
  }
  try {
    const template = findTemplate(form.output.template)
    const id = await createDocument(c.var.db, viewerOf(c), template, { version, languages, position })
    return goTo(c, `/mgmt/${id}/edit-doc`)
  } catch (error) {
    if (!(error instanceof AppError) || !OUTDATED_LIBRARY_ERRORS.includes(error.code)) throw error
    return newDocPage(c, form.values, error)
  }
})
