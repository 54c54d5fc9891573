import * as v from 'valibot'
import { finishedPaper } from '#modules/documents/index.ts'
import { sendFile } from '#modules/printing/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type Problems, readForm, type Values } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { boxesToShow, PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import type { ShownPdf } from '#views/pdf-viewer.tsx'
import type { SigningCopy } from '../../copy/signing-copy.ts'
import { listSignatories } from '../../outcome.ts'
import { findPartySeal } from '../../seals/party-seals.ts'
import { enteredTurn } from './entrance.ts'
import { entranceRoutes } from './entrance-routes.tsx'
import { ownPlaces, sentCopy } from './reading/own-places.ts'
import { findRevision, latestRevision, revisionToDraw } from './revision.ts'
import { ownSealRoutes } from './seal/own-seal-routes.tsx'
import { decline, sign } from './sign.ts'
import { SignatureForm, signatureOf } from './signature.ts'
import { stepOf, type Turn, turnOf } from './signer-link.ts'
import { DeclinedPage } from './views/declined-page.tsx'
import { RefusalForm } from './views/refusal-form.tsx'
import { SignedPage } from './views/signed-page.tsx'
import { SignerPage } from './views/signer-page.tsx'

/** The pages of a signatory who has entered. */
export const signerRoutes = routes()

signerRoutes.route('/', entranceRoutes)
signerRoutes.route('/', ownSealRoutes)

const SCRIPT = 'views/scripts/signature-script.ts'

const titleOf = (c: Ctx, step: 'sign' | 'signed' | 'declined', { document_name }: Turn) =>
  translate(c.var.locale)(`signing.${step}Title`, { document: document_name })

interface SignerFormState {
  values?: Values
  problems?: Problems
  status?: 422 | 503
}

/**
 * The file that was sent never changes, so the page depends only on the signatory and, for an imported PDF,
 * on its pages with the signatures so far.
 */
async function signerPage(c: Ctx, turn: Turn, given: SignerFormState = {}) {
  const { values, problems } = given
  const seal = await findPartySeal(c.var.db, turn.id)
  const revision = turn.imported_pages === null ? null : await latestRevision(c.var.db, turn.signing_id)
  const content = async () => {
    const copy = await sentCopy(c.var.db, turn.signing_id)
    const paper = revision ? null : await paperOf(c, turn, copy)
    const shown = revision && (await pdfOf(c, turn, revision))
    const open = turn.state === 'invited' ? ownPlaces(copy, turn.id, shown?.boxes) : []
    const pdf = shown && { ...shown, own: open.map(({ spot }) => spot) }
    return (
      <SignerPage
        turn={turn}
        paper={paper}
        pdf={pdf}
        places={open}
        seal={seal}
        values={values}
        problems={problems}
      />
    )
  }
  const viewer = revision ? ['views/scripts/pdf-viewer/pdf-viewer.ts'] : []
  const scripts = [SCRIPT, ...viewer]
  const options = { title: titleOf(c, 'sign', turn), shell: 'slim', scripts } as const
  if (problems) return page(c, await content(), { ...options, status: given.status ?? 422 })
  return page(c, content, { ...options, cacheKey: JSON.stringify([turn, revision?.sha256, seal?.look]) })
}

/** The document as HTML. */
async function paperOf(c: Ctx, turn: Turn, copy: SigningCopy | null): Promise<string> {
  const signatories = copy ? await listSignatories(c.var.db, turn.signing_id) : []
  const isInBlock = (id: string) => copy?.places.some(({ signatory, chosen }) => signatory === id && !chosen)
  return finishedPaper(
    c.var.db,
    turn.document_id,
    signatories.map((one) => ({ ...one, spots: isInBlock(one.id) ? ['block'] : [] })),
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

signerRoutes.get('/signing/:id', async (c) => signerPage(c, await enteredTurn(c)))

signerRoutes.get('/signing/:id/signed', async (c) => {
  const turn = await enteredTurn(c)
  const step = stepOf(turn)
  if (!step.endsWith('/signed')) return goTo(c, step)
  const signatories = await listSignatories(c.var.db, turn.signing_id)
  const content = <SignedPage turn={turn} signatories={signatories} />
  return page(c, content, { title: titleOf(c, 'signed', turn), shell: 'slim', scripts: [SCRIPT] })
})

signerRoutes.get('/signing/:id/declined', async (c) => {
  const turn = await enteredTurn(c)
  const step = stepOf(turn)
  if (!step.endsWith('/declined')) return goTo(c, step)
  const title = titleOf(c, 'declined', turn)
  return page(c, <DeclinedPage turn={turn} />, { title, shell: 'slim', scripts: [SCRIPT] })
})

/** The addresses of refused forms; reloading one leads to the current step. */
for (const form of ['signature', 'refusal'])
  signerRoutes.get(`/signing/:id/${form}`, async (c) => goTo(c, stepOf(await enteredTurn(c))))

signerRoutes.post('/signing/:id/signature', async (c) => {
  const turn = await enteredTurn(c)
  const form = await readForm(c, SignatureForm)
  if (!form.ok) return signerPage(c, turn, { values: form.values, problems: problemsWith(form) })
  try {
    return await takeStep(c, turn, () => sign(c.var.db, turn, signatureOf(form.output)))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'FILE_DAMAGED') || wantsJson(c)) throw error
    const held = { ...turn, held_up: true }
    return signerPage(c, held, { values: form.values, problems: {}, status: 503 })
  }
})

/** Translates errors into our own messages at their fields. */
function problemsWith({ values, problems }: { values: Values; problems: Problems }): Problems {
  const mark = values.kind === 'drawn' ? 'strokes' : 'typed'
  const { [mark]: told, place, ...others } = problems
  const wrong = told ?? (place ? undefined : (Object.values(others)[0] ?? ''))
  return {
    ...(place && { place }),
    ...(wrong !== undefined && { [mark]: wrong.includes('.problem.') ? wrong : 'signing.problem.signature' }),
  }
}

const Refusal = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

signerRoutes.post('/signing/:id/refusal', async (c) => {
  const turn = await enteredTurn(c)
  const form = await readForm(c, Refusal)
  if (!form.ok && isFragmentRequest(c)) return fragment(c, <RefusalForm turn={turn} {...form} />, 422)
  if (!form.ok) return signerPage(c, turn, form)
  return takeStep(c, turn, () => decline(c.var.db, turn, form.output.reason))
})

/** Leads to the page of the step; when it came too late or twice, to the page that shows the state. */
async function takeStep(c: Ctx, turn: Turn, take: () => Promise<void>) {
  try {
    await take()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'SIGNING_STATUS_WRONG') || wantsJson(c)) throw error
  }
  return goTo(c, stepOf(await turnOf(c.var.db, turn.id)))
}

signerRoutes.get('/signing/:id/document.pdf', async (c) => {
  const turn = await enteredTurn(c)
  const { key, sha256 } = await latestRevision(c.var.db, turn.signing_id)
  const document = { name: turn.document_name, number: turn.document_number }
  const mark = turn.signing_state === 'completed' ? 'signed' : undefined
  return sendFile(c, document, 'pdf', await getFile(c.var.db, key, sha256), mark)
})

signerRoutes.get(`/signing/:id/${PICTURE_PATH}`, async (c) => {
  const turn = await enteredTurn(c)
  const revision = await findRevision(c.var.db, turn.signing_id, c.req.param('file') ?? '')
  return sendPagePicture(c, revision && revisionToDraw(c.var.db, revision))
})

/** Our root certificate: a PDF reader that trusts it shows our signatures as valid. */
signerRoutes.get('/authority.crt', async (c) => {
  const { rootCertificate } = await import('./authority/authority.ts')
  c.header('Content-Type', 'application/pkix-cert')
  c.header('Content-Disposition', 'attachment; filename="qishu-root.crt"')
  return c.body(new Uint8Array(await rootCertificate(c.var.db)))
})

/** Our revocation list, at the URL in our certificates when the server is public. */
signerRoutes.get('/authority.crl', async (c) => {
  const { publishedCrl } = await import('./authority/published-crl.ts')
  const crl = await publishedCrl(c.var.db)
  c.header('Content-Type', 'application/pkix-crl')
  c.header('Cache-Control', 'public, max-age=3600')
  return c.body(new Uint8Array(crl))
})
