import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { readDesign } from './design/design.ts'
import { svgOf } from './design/svg.ts'
import { cutPicture, MAX_PICTURE_BYTES } from './picture/picture.ts'
import {
  addSeal,
  canManageSeals,
  findSeal,
  listSeals,
  listUses,
  renameSeal,
  retireSeal,
  type Seal,
} from './seal.ts'
import { DrawnForm, LabelForm, UploadedForm } from './seal-form.ts'
import { sendSealPicture, sendSvg } from './send-picture.ts'
import { DrawnSealPage, UploadedSealPage } from './views/new-seal-pages.tsx'
import { RetirementForm } from './views/retirement-form.tsx'
import { SealPage } from './views/seal-page.tsx'
import { SealsPage } from './views/seals-page.tsx'

/** The pages of a team's seals. */
export const sealRoutes = routes()

const HOME = '/mgmt/acct-info/seals'
const SCRIPT = 'views/scripts/seal-script.ts'

const pageOptions = (
  c: Ctx,
  key: 'seals.title' | 'seals.draw.title' | 'seals.upload.title',
  status: 200 | 409 | 422 = 200,
) => ({ title: translate(c.var.locale)(key), shell: 'mgmt', current: 'acctInfo', status }) as const

function requireManager(c: Ctx) {
  if (!canManageSeals(viewerOf(c))) throw new AppError('ACCESS_DENIED')
}

sealRoutes.get(HOME, async (c) => {
  const seals = await listSeals(c.var.db, viewerOf(c))
  const content = <SealsPage seals={seals} manages={canManageSeals(viewerOf(c))} />
  return page(c, content, pageOptions(c, 'seals.title'))
})

function drawnPage(c: Ctx, formState: FormState = {}) {
  const content = <DrawnSealPage {...formState} company={viewerOf(c).teamName} />
  const options = pageOptions(c, 'seals.draw.title', formState.problems ? 422 : 200)
  return page(c, content, { ...options, scripts: [SCRIPT] })
}

sealRoutes.get(`${HOME}/drawn`, (c) => {
  requireManager(c)
  return drawnPage(c)
})

sealRoutes.post(`${HOME}/drawn`, async (c) => {
  requireManager(c)
  const form = await readForm(c, DrawnForm)
  if (!form.ok) return drawnPage(c, form)
  const { kind, label, ...design } = form.output
  const add = () =>
    addSeal(c.var.db, viewerOf(c), { kind, label, look: { way: 'drawn', design }, picture: null })
  return addAndRedirect(c, add, (problems, details) =>
    drawnPage(c, { values: form.values, problems, details }),
  )
})

/** Redirects to the new seal, or shows the form again with the reason. */
async function addAndRedirect(
  c: Ctx,
  add: () => Promise<string>,
  showForm: (problems: FormState['problems'], details: FormState['details']) => Response | Promise<Response>,
) {
  try {
    return goTo(c, `${HOME}/${await add()}`)
  } catch (error) {
    if (!(error instanceof AppError) || !['SEAL_EXISTS', 'SEAL_LIMIT'].includes(error.code)) throw error
    logRefused(c, error)
    return showForm({ form: error.words }, error.details)
  }
}

function uploadedPage(c: Ctx, formState: FormState = {}) {
  const options = pageOptions(c, 'seals.upload.title', formState.problems ? 422 : 200)
  return page(c, <UploadedSealPage {...formState} />, options)
}

sealRoutes.get(`${HOME}/uploaded`, (c) => {
  requireManager(c)
  return uploadedPage(c)
})

sealRoutes.post(`${HOME}/uploaded`, async (c) => {
  requireManager(c)
  const { form, files } = await readFormWithFiles(c, UploadedForm, 'picture', MAX_PICTURE_BYTES)
  const picture = form.ok ? await cutPicture(files, form.output.longest) : null
  if (!form.ok) return uploadedPage(c, form)
  const { values } = form
  if (picture === null || typeof picture === 'string')
    return uploadedPage(c, { values, problems: { picture: picture ?? 'seals.problem.noPicture' } })
  const { kind, label } = form.output
  const { png, width, height } = picture
  const add = () =>
    addSeal(c.var.db, viewerOf(c), { kind, label, look: { way: 'uploaded', width, height }, picture: png })
  return addAndRedirect(c, add, (problems, details) => uploadedPage(c, { values, problems, details }))
})

/** Draws the seal from the current values of the form. Throws INVALID_FIELD if they cannot be drawn. */
sealRoutes.get(`${HOME}/preview.svg`, (c) => {
  requireManager(c)
  const design = readDesign(c.req.query())
  if (!design) throw new AppError('INVALID_FIELD', { field: 'name' })
  return sendSvg(c, svgOf(design))
})

const findRequestedSeal = (c: Ctx) => findSeal(c.var.db, viewerOf(c), c.req.param('id')!)

async function sealPage(c: Ctx, seal: Seal, formState: FormState = {}) {
  const uses = await listUses(c.var.db, seal)
  const content = <SealPage {...formState} seal={seal} uses={uses} mayManage={canManageSeals(viewerOf(c))} />
  return page(c, content, {
    ...pageOptions(c, 'seals.title', formState.problems ? 422 : 200),
    title: seal.label,
  })
}

sealRoutes.get(`${HOME}/:id`, async (c) => sealPage(c, await findRequestedSeal(c)))

sealRoutes.post(`${HOME}/:id`, async (c) => {
  const seal = await findRequestedSeal(c)
  requireManager(c)
  const form = await readForm(c, LabelForm)
  if (!form.ok) return sealPage(c, seal, form)
  await renameSeal(c.var.db, viewerOf(c), seal.id, form.output.label)
  return goTo(c, `${HOME}/${seal.id}`)
})

sealRoutes.get(`${HOME}/:id/picture`, async (c) => sendSealPicture(c, await findRequestedSeal(c)))

sealRoutes.get(`${HOME}/:id/retirement`, async (c) => {
  const seal = await findRequestedSeal(c)
  requireManager(c)
  const form = <RetirementForm seal={seal} />
  return actionPage(c, { title: translate(c.var.locale)('seals.retire.title'), form, current: 'acctInfo' })
})

sealRoutes.post(`${HOME}/:id/retirement`, async (c) => {
  await requireForm(c)
  await retireSeal(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, HOME)
})
