import * as v from 'valibot'
import type { Path } from '#assembly/template/parse.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'
import { readInspectionContext } from '../library/blocks-in-force.ts'
import { linkTo, PAGES, type PageName, pageFor, pathOf } from './address.ts'
import { blockClauses, blockNames } from './blocks.ts'
import { addBlock, findEdited, isEdited, pageOf, placePart, readPart, savePart, undoChange } from './edit.ts'
import { valueAt } from './source.ts'
import { OutlinePage } from './views/outline-page.tsx'
import { PartPage } from './views/part-page.tsx'

/** The form editor of a template's draft. */
export const authoringRoutes = routes()

const DRAFT = '/desk/templates/drafts/:id'
const FRAME = { shell: 'mgmt', current: 'deskTemplates' } as const
const MAX_FORM_BYTES = 400 * 1024
const idOf = (c: Ctx) => c.req.param('id')!
const homeOf = (c: Ctx) => `/desk/templates/drafts/${idOf(c)}/form`
const tOf = (c: Ctx, key: MessageKey<'authoring'>) => translate(c.var.locale)(dynamicKey(`authoring.${key}`))

/** Renders the outline; redirects to the source if the forms cannot represent the draft. */
async function outlinePage(c: Ctx, problem?: AppError) {
  const draft = await findEdited(c.var.db, idOf(c))
  if (!isEdited(draft)) return goTo(c, `/desk/templates/drafts/${draft.id}/source`)
  if (draft.published_at) return goTo(c, `/desk/templates/drafts/${draft.id}`)
  const blocks = blockNames((await readInspectionContext()).blocks)
  const content = <OutlinePage draft={draft} blocks={blocks} problem={problem?.words} />
  return page(c, content, {
    title: tOf(c, 'title'),
    ...FRAME,
    status: problem ? (problem.status as 409) : 200,
  })
}

authoringRoutes.get(`${DRAFT}/form`, (c) => outlinePage(c))

interface PartFormState {
  path: Path
  isNew: boolean
  values?: Record<string, string>
  problem?: MessageKey
  status?: 409 | 422 | 429
}

async function partPage(c: Ctx, name: PageName, { path, isNew, values, problem, status }: PartFormState) {
  const draft = await findEdited(c.var.db, idOf(c))
  if (!isEdited(draft) || draft.published_at) return goTo(c, homeOf(c))
  const { source } = draft
  if (!isNew && path.length && valueAt(source.data, path) === undefined) notFound()
  const pageName = isNew ? name : pageOf(source, path)
  // A new part gets an empty form, not the values of the part before which it is inserted.
  const form = readPart(isNew ? { ...source, data: {} } : source, pageName, path)
  const block =
    pageName === 'block' ? blockClauses((await readInspectionContext()).blocks, form.values.block) : []
  const content = (
    <PartPage
      draft={draft}
      page={pageName}
      path={path}
      isNew={isNew}
      values={values ?? form.values}
      digest={form.digest}
      block={block}
      problem={problem}
    />
  )
  const scripts = ['views/scripts/mark-script.ts']
  return page(c, content, { title: tOf(c, 'title'), ...FRAME, scripts, status })
}

/** The path that a form names; null if the path is not on this page. */
function pathOnPage(name: PageName, address: string | undefined): Path | null {
  if (name === 'general') return []
  const path = pathOf(address)
  const kind = name === 'block' ? 'article' : name
  return path && pageFor(path) === kind ? path : null
}

for (const name of PAGES) {
  authoringRoutes.get(`${DRAFT}/form/${name}`, async (c) => {
    const path = pathOnPage(name, c.req.query('at'))
    if (!path) return goTo(c, homeOf(c))
    return partPage(c, name, { path, isNew: c.req.query('new') === 'yes' })
  })

  authoringRoutes.post(`${DRAFT}/form/${name}`, async (c) => {
    const form = await readForm(c, AnyForm, MAX_FORM_BYTES)
    const { at, seen: shownDigest = '', new: isNewWord, then, ...values } = form.values
    const path = pathOnPage(name, at) ?? notFound()
    const isNew = isNewWord === 'yes'
    const props = { path, isNew, values }
    if (!form.ok) {
      const [problem] = Object.values(form.problems)
      return partPage(c, name, { ...props, problem, status: 422 })
    }
    try {
      await savePart(c.var.db, viewerOf(c), idOf(c), { page: name, path, isNew, digest: shownDigest, values })
      // A new article needs a clause, so the form of its first clause follows immediately.
      if (isNew && name === 'article') return goTo(c, linkTo(idOf(c), [...path, 'clauses', 0]))
      return goTo(c, then === 'stay' ? linkTo(idOf(c), path) : homeOf(c))
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error
      logRefused(c, error)
      return partPage(c, name, { ...props, problem: error.words, status: error.status as 409 | 429 })
    }
  })
}

const REFUSALS = ['TEMPLATE_PART_CHANGED', 'TOO_MANY_REQUESTS']

const PlaceForm = v.object({
  at: v.string(),
  seen: v.string(),
  to: v.picklist(['top', 'up', 'down', 'removed'], 'common.problem.format'),
})
const BlockForm = v.object({ block: v.string() })
const UndoForm = v.object({ revision: v.pipe(v.string(), v.digits(), v.toNumber()) })

/** Applies a change to a draft from its outline; an error shows the outline again. */
async function changeFromOutline(c: Ctx, act: () => Promise<void>) {
  try {
    await act()
    return goTo(c, homeOf(c))
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error
    logRefused(c, error)
    return outlinePage(c, error)
  }
}

authoringRoutes.post(`${DRAFT}/form/place`, async (c) => {
  const form = await readForm(c, PlaceForm)
  if (!form.ok) notFound()
  const { at, seen, to } = form.output
  const path = pathOf(at) ?? notFound()
  return changeFromOutline(c, () => placePart(c.var.db, viewerOf(c), idOf(c), { path, to, seen }))
})

authoringRoutes.post(`${DRAFT}/form/block-addition`, async (c) => {
  const form = await readForm(c, BlockForm)
  const names = blockNames((await readInspectionContext()).blocks)
  const block = names.find((one) => form.ok && one === form.output.block) ?? notFound()
  return changeFromOutline(c, () => addBlock(c.var.db, viewerOf(c), idOf(c), block))
})

authoringRoutes.post(`${DRAFT}/undo`, async (c) => {
  const form = await readForm(c, UndoForm)
  if (!form.ok) notFound()
  return changeFromOutline(c, () => undoChange(c.var.db, viewerOf(c), idOf(c), form.output.revision))
})

// After a rejected form the browser still shows the form's address, so a reload redirects to the outline.
for (const path of ['form/place', 'form/block-addition', 'undo'])
  authoringRoutes.get(`${DRAFT}/${path}`, (c) => goTo(c, homeOf(c)))
