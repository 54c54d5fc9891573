import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { readBlocksInForce } from '../library/blocks-in-force.ts'
import { countUsers, findBlock, findBlockSource, findVersions, usersOf } from './block.ts'
import {
  beginBlockDraft,
  findBlockDraft,
  findFindings,
  listBlockDrafts,
  removeBlockDraft,
  saveTexts,
  startBlockCheck,
} from './block-draft.ts'
import { publishBlock } from './publish-block.ts'
import { BlockDraftPage, BlockDraftState } from './views/block-draft-page.tsx'
import { BlockPage } from './views/block-page.tsx'
import { BlocksPage } from './views/blocks-page.tsx'

/**
 * The desk pages of the shared blocks: which templates contain them, and how to change, check and publish
 * them.
 */
export const blockRoutes = routes()

const HOME = '/desk/templates/blocks'
const DRAFT = '/desk/templates/block-drafts/:id'
const FRAME = { shell: 'mgmt', current: 'deskTemplates' } as const
const MAX_FORM_BYTES = 400 * 1024
const idOf = (c: Ctx) => c.req.param('id')!
const pathOf = (id: string) => `/desk/templates/block-drafts/${id}`
const tOf = (c: Ctx, key: MessageKey<'blocks'>) => translate(c.var.locale)(`blocks.${key}`)

blockRoutes.get(HOME, async (c) => {
  const blocks = await readBlocksInForce()
  const users = await countUsers(c.var.db)
  const drafts = await listBlockDrafts(c.var.db)
  const content = <BlocksPage blocks={blocks} users={users} drafts={drafts} />
  return page(c, content, { title: tOf(c, 'title'), ...FRAME })
})

blockRoutes.get(`${HOME}/:id`, async (c) => {
  const block = await findBlock(idOf(c))
  const users = await usersOf(c.var.db, block.name)
  const versions = await findVersions(c.var.db, block.name)
  const drafts = await listBlockDrafts(c.var.db)
  const draft = drafts.find(({ name }) => name === block.name)
  const props = { block, users, versions, draft, isPublished: c.req.query('done') === 'published' }
  return page(c, <BlockPage {...props} />, { title: tOf(c, 'blockTitle'), ...FRAME })
})

blockRoutes.get(`${HOME}/:id/source`, async (c) => {
  const { name, version } = await findBlock(idOf(c))
  const requestedVersion = c.req.query('version') ?? String(version)
  const number = /^\d{1,6}$/.test(requestedVersion) ? Number(requestedVersion) : -1
  const yaml = await findBlockSource(c.var.db, name, number)
  const type = 'application/yaml; charset=utf-8'
  return sendAttachment(c, `${name}.${number}.yaml`, type, new TextEncoder().encode(yaml))
})

blockRoutes.post(`${HOME}/:id/draft`, async (c) => {
  await requireForm(c)
  return goTo(c, pathOf(await beginBlockDraft(c.var.db, viewerOf(c), idOf(c))))
})

blockRoutes.get(`${HOME}/:id/draft`, async (c) => goTo(c, `${HOME}/${(await findBlock(idOf(c))).name}`))

async function draftPage(c: Ctx, formState: FormState = {}, problem?: AppError) {
  const draft = await findBlockDraft(c.var.db, idOf(c))
  const block = await findBlock(draft.name)
  const users = await usersOf(c.var.db, draft.name)
  const findings = await findFindings(c.var.db, draft.id)
  const props = { draft, block, users, findings, formState, problem: problem?.words }
  if (isFragmentRequest(c)) return fragment(c, <BlockDraftState {...props} />)
  const status = problem ? (problem.status as 409 | 422) : formState.problems ? 422 : 200
  return page(c, <BlockDraftPage {...props} />, { title: tOf(c, 'draftTitle'), ...FRAME, status })
}

blockRoutes.get(DRAFT, (c) => draftPage(c))

const REFUSALS = [
  'TEMPLATE_PART_CHANGED',
  'TEMPLATE_FAULTY',
  'TEMPLATE_UNCONFIRMED',
  'BLOCK_CHECK_OUTDATED',
  'BLOCK_UNCHANGED',
]

async function runStep(c: Ctx, values: FormState['values'], step: () => Promise<string>) {
  try {
    return goTo(c, await step())
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error
    logRefused(c, error)
    return draftPage(c, { values }, error)
  }
}

const revisionIn = (text = '') => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

blockRoutes.post(`${DRAFT}/texts`, async (c) => {
  const form = await readForm(c, AnyForm, MAX_FORM_BYTES)
  const { revision, next, ...values } = form.values
  if (!form.ok) return draftPage(c, form)
  const id = idOf(c)
  return runStep(c, form.values, async () => {
    const savedRevision = await saveTexts(c.var.db, viewerOf(c), {
      id,
      revision: revisionIn(revision),
      values,
    })
    if (next === 'check') await startBlockCheck(c.var.db, id, savedRevision)
    return pathOf(id)
  })
})

const PublicationForm = v.object({
  revision: v.optional(v.string()),
  confirmed: v.optional(v.picklist(['yes'], 'common.problem.format')),
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(300, 'common.problem.tooLong'),
  ),
})

blockRoutes.post(`${DRAFT}/publication`, async (c) => {
  const form = await readForm(c, PublicationForm)
  await findBlockDraft(c.var.db, idOf(c))
  if (!form.ok) return draftPage(c, form)
  const { reason, confirmed } = form.output
  const confirmation = { reason, confirmed: confirmed === 'yes', revision: revisionIn(form.output.revision) }
  return runStep(c, form.values, async () => {
    const name = await publishBlock(c.var.db, viewerOf(c), idOf(c), confirmation)
    return `${HOME}/${name}?done=published`
  })
})

blockRoutes.post(`${DRAFT}/removal`, async (c) => {
  await requireForm(c)
  const { name } = await findBlockDraft(c.var.db, idOf(c))
  await removeBlockDraft(c.var.db, idOf(c))
  return goTo(c, `${HOME}/${name}`)
})

// After a rejected form the browser shows the form's URL; a reload redirects to the draft.
for (const step of ['texts', 'publication', 'removal'])
  blockRoutes.get(`${DRAFT}/${step}`, async (c) =>
    goTo(c, pathOf((await findBlockDraft(c.var.db, idOf(c))).id)),
  )
