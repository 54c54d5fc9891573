import * as v from 'valibot'
import { idPattern } from '#assembly/marks.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { libraryEntries } from '../library.ts'
import { findEntry, findSource } from '../publishing/desk-template.ts'
import { checkSource, findDraft } from '../publishing/draft.ts'
import { RESERVED } from '../publishing/inspect.ts'
import { readSource } from '../publishing/source-form.ts'
import { SourcePage } from '../publishing/views/source-page.tsx'
import { CATEGORIES } from './categories.ts'
import { saveSource } from './edit.ts'
import { blankSource, copiedSource } from './starts.ts'
import { DraftSourcePage } from './views/draft-source-page.tsx'
import { FormatPage } from './views/format-page.tsx'
import { BlankForm, CopyForm, StartPage, StartsPage, WordForm } from './views/start-pages.tsx'
import { readWord } from './word/read-word.ts'
import { wordSource } from './word/word-source.ts'

/** The ways to begin a template, and its source as text. */
export const startRoutes = routes()

const HOME = '/desk/templates'
const NEW = `${HOME}/new`
const FRAME = { shell: 'mgmt', current: 'deskTemplates' } as const
const tOf = (c: Ctx, key: MessageKey<'authoring'>) => translate(c.var.locale)(`authoring.${key}`)

const code = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(idPattern, 'authoring.problem.code'),
  v.maxLength(60, 'authoring.problem.code'),
  v.check(
    (code) => !RESERVED.includes(code) && !libraryEntries().some(({ template }) => template.code === code),
    'authoring.problem.codeTaken',
  ),
)
const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(120, 'common.problem.tooLong'),
)
const aboutFields = {
  code,
  zh: name,
  en: name,
  category: v.picklist(CATEGORIES, 'common.problem.format'),
  roleAzh: name,
  roleAen: name,
  roleBzh: name,
  roleBen: name,
}
const Blank = v.object(aboutFields)
const Copy = v.object({ from: v.string(), code, zh: name, en: name })

type StartKind = 'blank' | 'copy' | 'word'

function startPage(c: Ctx, start: StartKind, formState: FormState = {}, status: 200 | 422 | 429 = 200) {
  const forms = {
    blank: <BlankForm {...formState} categories={CATEGORIES} />,
    copy: <CopyForm {...formState} entries={libraryEntries()} />,
    word: <WordForm {...formState} categories={CATEGORIES} />,
  }
  const content = <StartPage way={start}>{forms[start]}</StartPage>
  return page(c, content, { title: tOf(c, `start.${start}`), ...FRAME, status })
}

/** Checks a new source and opens its form; if the check is busy, shows the form again. */
async function checkAndOpen(c: Ctx, start: StartKind, values: Record<string, string>, yaml: string) {
  try {
    const id = await checkSource(c.var.db, viewerOf(c), yaml)
    return goTo(c, `${HOME}/drafts/${id}/form`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    logRefused(c, error)
    return startPage(c, start, { values, problems: { code: 'publishing.problem.busy' } }, 429)
  }
}

startRoutes.get(NEW, (c) => {
  // Links from before the form editor existed name the template in this parameter.
  const from = c.req.query('from')
  if (from) return goTo(c, `${NEW}/source?from=${encodeURIComponent(from)}`)
  return page(c, <StartsPage />, { title: tOf(c, 'start.title'), ...FRAME })
})

startRoutes.get(`${NEW}/format`, (c) => page(c, <FormatPage />, { title: tOf(c, 'format.title'), ...FRAME }))

for (const way of ['blank', 'copy', 'word'] as const)
  startRoutes.get(`${NEW}/${way}`, (c) => startPage(c, way, { values: { from: c.req.query('from') ?? '' } }))

startRoutes.post(`${NEW}/blank`, async (c) => {
  const form = await readForm(c, Blank)
  if (!form.ok) return startPage(c, 'blank', form, 422)
  return checkAndOpen(c, 'blank', form.values, blankSource(newTemplate(form.output)))
})

const newTemplate = (about: v.InferOutput<typeof Blank>) => ({
  code: about.code,
  title: { zh: about.zh, en: about.en },
  category: about.category,
  parties: [
    { zh: about.roleAzh, en: about.roleAen },
    { zh: about.roleBzh, en: about.roleBen },
  ],
})

startRoutes.post(`${NEW}/copy`, async (c) => {
  const form = await readForm(c, Copy)
  if (!form.ok) return startPage(c, 'copy', form, 422)
  const { from, zh, en } = form.output
  const entry = libraryEntries().find(({ template }) => template.code === from)
  if (!entry) return startPage(c, 'copy', { ...form, problems: { from: 'common.problem.required' } }, 422)
  const yaml = await findSource(c.var.db, from, entry.template.version)
  return checkAndOpen(
    c,
    'copy',
    form.values,
    copiedSource(yaml, { code: form.output.code, version: 1, title: { zh, en } }),
  )
})

/** Maximum size of a Word file in bytes. */
const MAX_WORD_BYTES = 5 * 1024 * 1024

startRoutes.post(`${NEW}/word`, async (c) => {
  const { form, files } = await readFormWithFiles(c, Blank, 'file', MAX_WORD_BYTES)
  const wordFile = readWord(files[0], MAX_WORD_BYTES)
  const problems = {
    ...(!form.ok && form.problems),
    ...('problem' in wordFile && { file: wordFile.problem }),
  }
  if (!form.ok || 'problem' in wordFile) return startPage(c, 'word', { values: form.values, problems }, 422)
  return checkAndOpen(c, 'word', form.values, wordSource(newTemplate(form.output), wordFile))
})

function sourcePage(c: Ctx, formState: FormState, status: 200 | 422 | 429 = 200) {
  const title = translate(c.var.locale)('publishing.newTitle')
  return page(c, <SourcePage {...formState} />, { title, ...FRAME, status })
}

startRoutes.get(`${NEW}/source`, async (c) => {
  const from = c.req.query('from')
  if (!from) return sourcePage(c, {})
  const { code: templateCode, version } = findEntry(from).template
  return sourcePage(c, { values: { yaml: await findSource(c.var.db, templateCode, version) } })
})

startRoutes.post(HOME, async (c) => {
  const source = await readSource(c)
  if (!source.ok) return sourcePage(c, source, 422)
  const { yaml } = source
  try {
    return goTo(c, `${HOME}/drafts/${await checkSource(c.var.db, viewerOf(c), yaml)}`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    logRefused(c, error)
    return sourcePage(c, { values: { yaml }, problems: { yaml: 'publishing.problem.busy' } }, 429)
  }
})

/** Begins a draft of the template's next version from its source in force. */
startRoutes.post(`${HOME}/:id/version`, async (c) => {
  await requireForm(c)
  const { template } = findEntry(c.req.param('id'))
  const yaml = await findSource(c.var.db, template.code, template.version)
  const nextYaml = copiedSource(yaml, { code: template.code, version: template.version + 1 })
  return goTo(c, `${HOME}/drafts/${await checkSource(c.var.db, viewerOf(c), nextYaml)}/form`)
})

startRoutes.get(`${HOME}/:id/version`, (c) =>
  goTo(c, `${HOME}/${findEntry(c.req.param('id')).template.code}`),
)

async function draftSourcePage(c: Ctx, formState: FormState = {}, problem?: AppError) {
  const draft = await findDraft(c.var.db, c.req.param('id')!)
  if (draft.published_at) return goTo(c, `${HOME}/drafts/${draft.id}`)
  const content = <DraftSourcePage draft={draft} formState={formState} problem={problem?.words} />
  const status = problem ? (problem.status as 409 | 429) : formState.problems ? 422 : 200
  return page(c, content, { title: translate(c.var.locale)('publishing.draftTitle'), ...FRAME, status })
}

startRoutes.get(`${HOME}/drafts/:id/source`, (c) => draftSourcePage(c))

startRoutes.post(`${HOME}/drafts/:id/source`, async (c) => {
  const source = await readSource(c)
  if (!source.ok) return draftSourcePage(c, source)
  const { yaml, values } = source
  const id = c.req.param('id')
  try {
    await saveSource(c.var.db, viewerOf(c), id, Number(values.revision), yaml)
    return goTo(c, `${HOME}/drafts/${id}`)
  } catch (error) {
    if (!(error instanceof AppError) || !['TEMPLATE_PART_CHANGED', 'TOO_MANY_REQUESTS'].includes(error.code))
      throw error
    logRefused(c, error)
    return draftSourcePage(c, { values: { yaml } }, error)
  }
})
