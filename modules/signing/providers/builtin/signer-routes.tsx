import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'
import { pageBrand } from '#modules/brand/index.ts'
import { finishedPaper } from '#modules/documents/index.ts'
import { MAX_PICTURE_BYTES } from '#modules/seals/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type Problems, readForm, requireForm, type Values } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { boxesToShow, PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import type { ShownPdf } from '#views/pdf-viewer.tsx'
import type { SigningCopy } from '../../copy/signing-copy.ts'
import { listSignatories } from '../../outcome.ts'
import { findRevision, latestRevision, revisionToDraw } from '../../revisions.ts'
import { findPartySeal } from '../../seals/party-seals.ts'
import { otherTurnsAt } from '../../signing-step.ts'
import { againRoutes } from './again/again-routes.tsx'
import { authorityRoutes } from './authority/authority-routes.ts'
import { bundleRoutes } from './bundle/bundle-routes.ts'
import { colleagueRoutes } from './colleague/colleague-routes.tsx'
import { downloadRoutes } from './download-routes.ts'
import { beforeRealName, whenEntered } from './entrance.ts'
import { entranceRoutes } from './entrance-routes.tsx'
import { browserOf } from './evidence/browser.ts'
import { consentIn, noteRead } from './evidence/records.ts'
import { ownPlaces, sentCopy } from './reading/own-places.ts'
import { realNamePage, realNameRoutes } from './real-name/real-name-routes.tsx'
import { ownSealRoutes } from './seal/own-seal-routes.tsx'
import { approve, decline, sign } from './sign.ts'
import { SignatureForm, signatureOf } from './signature.ts'
import { stepOf, type Turn, turnOf } from './signer-link.ts'
import { markIn } from './uploaded/uploaded-signature.ts'
import { DeclinedPage } from './views/declined-page.tsx'
import { RefusalForm } from './views/refusal-form.tsx'
import { SignedPage } from './views/signed-page.tsx'
import { SignerPage } from './views/signer-page.tsx'
import { typedNameSvg } from './views/typed-name-svg.ts'

/** The pages of a signatory whose browser has access. */
export const signerRoutes = routes()

signerRoutes.route('/', entranceRoutes)
signerRoutes.route('/', colleagueRoutes)
signerRoutes.route('/', againRoutes)
signerRoutes.route('/', authorityRoutes)
signerRoutes.route('/', ownSealRoutes)
signerRoutes.route('/', bundleRoutes)
signerRoutes.route('/', downloadRoutes)
signerRoutes.route('/', realNameRoutes)

const SCRIPT = 'views/scripts/signature-script.ts'

/** Whether the browser is the one inside WeChat, which cannot save files. */
const isInWeChat = (c: Ctx) => /MicroMessenger/i.test(c.req.header('user-agent') ?? '')

const pageOptions = (c: Ctx, step: 'sign' | 'signed' | 'declined', turn: Turn) =>
  ({
    title: translate(c.var.locale)(`signing.${step}Title`, { document: turn.document_name }),
    shell: 'slim',
    brand: pageBrand(turn),
  }) as const

interface SignerFormState {
  values?: Values
  problems?: Problems
  status?: 200 | 422 | 503
}

/**
 * The sent file never changes, so the page depends only on the signatory and, for an imported PDF, on its
 * pages with the signatures so far.
 */
async function signerPage(c: Ctx, turn: Turn, formState: SignerFormState = {}) {
  const { values, problems } = formState
  const seal = await findPartySeal(c.var.db, turn.id)
  const revision = turn.imported_pages === null ? null : await latestRevision(c.var.db, turn.signing_id)
  const content = async () => {
    const copy = await sentCopy(c.var.db, turn.signing_id)
    const paper = revision ? null : await paperOf(c, turn, copy)
    const shownPdf = revision && (await pdfOf(c, turn, revision))
    const openPlaces = turn.state === 'invited' ? ownPlaces(copy, turn.id, shownPdf?.boxes) : []
    const pdf = shownPdf && { ...shownPdf, ownSpots: openPlaces.map(({ spot }) => spot) }
    return (
      <SignerPage
        turn={turn}
        paper={paper}
        pdf={pdf}
        places={openPlaces}
        seal={seal}
        inWeChat={isInWeChat(c)}
        values={values}
        problems={problems}
      />
    )
  }
  const viewerScripts = revision ? ['views/scripts/pdf-viewer/pdf-viewer.ts'] : []
  const scripts = [SCRIPT, ...viewerScripts]
  const options = { ...pageOptions(c, 'sign', turn), scripts }
  if (problems) return page(c, await content(), { ...options, status: formState.status ?? 422 })
  return page(c, content, {
    ...options,
    cacheKey: JSON.stringify([turn, revision?.sha256, seal?.look, isInWeChat(c)]),
  })
}

/** The document as HTML. */
async function paperOf(c: Ctx, turn: Turn, copy: SigningCopy | null): Promise<string> {
  const all = copy ? await listSignatories(c.var.db, turn.signing_id) : []
  const signatories = all.filter(({ role }) => role === 'signer')
  const isInBlock = (id: string) => copy?.places.some(({ signatory, chosen }) => signatory === id && !chosen)
  return finishedPaper(
    c.var.db,
    turn.document_id,
    signatories.map((one) => ({
      ...one,
      // The file prints the name of the person who was named when it was sent.
      name: one.handed_over_from ?? one.name,
      spots: isInBlock(one.id) ? ['block'] : [],
    })),
  )
}

/** The pages of an imported PDF with all signatures so far. */
async function pdfOf(
  c: Ctx,
  turn: Turn,
  revision: Awaited<ReturnType<typeof latestRevision>>,
): Promise<ShownPdf> {
  const path = `/signing/${turn.id}`
  return {
    src: `${path}/document.pdf`,
    pictures: picturesAt(path, revision.sha256),
    boxes: await boxesToShow(revisionToDraw(c.var.db, revision), turn.imported_pages!),
  }
}

signerRoutes.get('/signing/:id', (c) =>
  whenEntered(c, (turn) => {
    const step = stepOf(turn)
    return step.endsWith('/service') ? goTo(c, step) : signerPage(c, turn)
  }),
)

signerRoutes.get('/signing/:id/signed', (c) =>
  whenEntered(c, async (turn) => {
    const step = stepOf(turn)
    if (!step.endsWith('/signed')) return goTo(c, step)
    const signatories = await listSignatories(c.var.db, turn.signing_id)
    const otherTurns = await otherTurnsAt(c.var.db, turn)
    const content = (
      <SignedPage turn={turn} signatories={signatories} otherTurns={otherTurns} inWeChat={isInWeChat(c)} />
    )
    return page(c, content, { ...pageOptions(c, 'signed', turn), scripts: [SCRIPT] })
  }),
)

signerRoutes.get('/signing/:id/declined', (c) =>
  beforeRealName(c, (turn) => {
    const step = stepOf(turn)
    if (!step.endsWith('/declined')) return goTo(c, step)
    return page(c, <DeclinedPage turn={turn} />, { ...pageOptions(c, 'declined', turn), scripts: [SCRIPT] })
  }),
)

/** After a rejected form the browser shows one of these URLs; reloading it redirects to the current step. */
for (const form of ['signature', 'signature-picture', 'refusal', 'approval'])
  signerRoutes.get(`/signing/:id/${form}`, (c) => whenEntered(c, (turn) => goTo(c, stepOf(turn))))

signerRoutes.post('/signing/:id/signature', (c) =>
  whenEntered(c, async (turn) => {
    const form = await readForm(c, SignatureForm)
    if (!form.ok) return signerPage(c, turn, { values: form.values, problems: problemsWith(form) })
    const consent = { browser: browserOf(c), consent: consentIn(c.var.locale) }
    try {
      return await takeStep(c, turn, () => sign(c.var.db, turn, signatureOf(form.output), consent))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'FILE_DAMAGED') || wantsJson(c)) throw error
      const waitingTurn = { ...turn, held_up: true }
      return signerPage(c, waitingTurn, { values: form.values, problems: {}, status: 503 })
    }
  }),
)

const MAX_NAME_LENGTH = 60

/** A typed name as the file will show it; empty if a character cannot be printed. */
signerRoutes.get('/signing/:id/typed-name.svg', (c) =>
  whenEntered(c, (turn) => {
    const text = (c.req.query('text') ?? turn.name).trim().slice(0, MAX_NAME_LENGTH)
    c.header('Content-Type', 'image/svg+xml')
    return c.body(typedNameSvg(unprintableIn(text).length > 0 ? '' : text))
  }),
)

/** Shows an uploaded picture in the form; nothing is stored until the signatory signs with it. */
signerRoutes.post('/signing/:id/signature-picture', (c) =>
  whenEntered(c, async (turn) => {
    const { form, files } = await readFormWithFiles(c, AnyForm, 'file', MAX_PICTURE_BYTES)
    // Without script, the Enter key in another field submits the form through this form's button.
    if (files.length === 0 && form.values.kind !== 'picture')
      return signerPage(c, turn, { values: form.values, problems: {}, status: 200 })
    const values = { ...form.values, kind: 'picture', picture: '' }
    const mark = await markIn(files)
    if (typeof mark === 'string') return signerPage(c, turn, { values, problems: { file: mark } })
    const shownValues = { ...values, picture: JSON.stringify(mark) }
    return signerPage(c, turn, { values: shownValues, problems: {}, status: 200 })
  }),
)

const AnyForm = v.object({ typed: v.optional(v.string()), place: v.optional(v.string()) })

signerRoutes.post('/signing/:id/approval', (c) =>
  whenEntered(c, async (turn) => {
    await requireForm(c)
    return takeStep(c, turn, () => approve(c.var.db, turn, browserOf(c)))
  }),
)

/** The page's script reports that the end of the document was shown. */
signerRoutes.post('/signing/:id/reading', (c) =>
  whenEntered(c, async (turn) => {
    await requireForm(c)
    await noteRead(c.var.db, turn, browserOf(c))
    return c.body(null, 204)
  }),
)

/** Converts errors to problems at their fields, with our own texts. */
function problemsWith({ values, problems }: { values: Values; problems: Problems }): Problems {
  const fieldOfKind = values.kind === 'drawn' ? 'strokes' : values.kind === 'picture' ? 'picture' : 'typed'
  const { [fieldOfKind]: ownProblem, place, ...others } = problems
  const problem = ownProblem ?? (place ? undefined : (Object.values(others)[0] ?? ''))
  if (problem === undefined) return { ...(place && { place }) }
  const fieldName = fieldOfKind === 'picture' ? 'file' : fieldOfKind
  const generalProblem = fieldOfKind === 'picture' ? 'signing.problem.picture' : 'signing.problem.signature'
  return { ...(place && { place }), [fieldName]: problem.includes('.problem.') ? problem : generalProblem }
}

const Refusal = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

signerRoutes.post('/signing/:id/refusal', (c) =>
  beforeRealName(c, async (turn) => {
    const form = await readForm(c, Refusal)
    if (!form.ok && isFragmentRequest(c)) return fragment(c, <RefusalForm turn={turn} {...form} />, 422)
    if (!form.ok && turn.real_name_due) return realNamePage(c, turn, form, 422)
    if (!form.ok) return signerPage(c, turn, form)
    return takeStep(c, turn, () => decline(c.var.db, turn, form.output.reason, browserOf(c)))
  }),
)

/**
 * Redirects to the page of the step; if the step came too late or twice, to the page that shows the state.
 */
async function takeStep(c: Ctx, turn: Turn, runStep: () => Promise<void>) {
  try {
    await runStep()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'SIGNING_STATUS_WRONG') || wantsJson(c)) throw error
  }
  return goTo(c, stepOf(await turnOf(c.var.db, turn.id)))
}

signerRoutes.get(`/signing/:id/${PICTURE_PATH}`, (c) =>
  whenEntered(c, async (turn) => {
    const revision = await findRevision(c.var.db, turn.signing_id, c.req.param('file') ?? '')
    return sendPagePicture(c, revision && revisionToDraw(c.var.db, revision))
  }),
)
