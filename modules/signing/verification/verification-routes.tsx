import * as v from 'valibot'
import { findSignable } from '#modules/imports/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { now } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { AppError, type ErrorCode, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { networkOf } from '#src/http/client-address.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import { drawTemporaryPages } from '#src/pdf/temporary-pictures.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { checkKnown, FILE_CHECK_LIMIT, isPdf, MAX_FILE_BYTES } from './check-known.ts'
import type { Finding } from './finding.ts'
import { withStoredFile } from './kept-signing.ts'
import { partiesOfRevisions, withEarlierSignatures } from './known-parties.ts'
import { pagesToShow } from './pages-to-show.ts'
import { answerPaper, asksAboutPaper, paperRoutes } from './paper/paper-routes.tsx'
import { findPublished } from './published.ts'
import { signedElsewhere } from './signed-elsewhere.ts'
import { FindingPage } from './views/finding-page.tsx'
import type { PagePicture } from './views/page-pictures.tsx'
import { VerifyPage, type VerifyProblem } from './views/verify-page.tsx'

/** The public check of a signed PDF; nothing is stored. */
export const verificationRoutes = routes()

/** Limited, because each upload stays in memory until it is checked. */
const limitUploads = limitConcurrency({ concurrency: 4, maxWaiting: 40 })

async function verifyPage(c: Ctx, problem?: VerifyProblem) {
  const t = translate(c.var.locale)
  const published = await findPublished(c.var.db)
  return page(c, <VerifyPage problem={problem} published={published} />, {
    title: t('signing.verify.title'),
    description: t('signing.verify.description'),
    shell: 'public',
    status: problem?.status,
    open: !problem && !c.var.viewer,
    seo: { path: '/verify' },
  })
}

verificationRoutes.get('/verify', (c) => (asksAboutPaper(c) ? answerPaper(c) : verifyPage(c)))

verificationRoutes.route('/', paperRoutes)

verificationRoutes.post('/verify', async (c) => {
  try {
    await consumePoint(FILE_CHECK_LIMIT, networkOf(c))
    return await limitUploads(() => answer(c))
  } catch (error) {
    const words = error instanceof AppError ? REFUSALS[error.code] : undefined
    if (!(error instanceof AppError) || !words) throw error
    if (error.details.retryAfter) c.header('Retry-After', String(error.details.retryAfter))
    return verifyPage(c, { words, status: error.status as 413 | 429, details: error.details })
  }
})

/** Errors that are shown at the field. */
const REFUSALS: Partial<Record<ErrorCode, MessageKey>> = {
  TOO_LARGE: 'signing.verify.problem.tooLarge',
  TOO_MANY_REQUESTS: 'common.error.TOO_MANY_REQUESTS',
}

async function answer(c: Ctx) {
  const { files } = await readFormWithFiles(c, v.object({}), 'file', MAX_FILE_BYTES)
  const [file] = files
  const problem = problemOf(file)
  if (!file || problem) return verifyPage(c, { words: `signing.verify.problem.${problem!}`, status: 422 })
  const checked = await checkKnown(c.var.db, file)
  if (typeof checked === 'string')
    return verifyPage(c, { words: `signing.verify.problem.${checked}`, status: 422 })
  return findingPage(c, file, checked)
}

async function findingPage(c: Ctx, file: Uint8Array, finding: Finding, documentId?: string) {
  const checked = await withStoredFile(c.var.db, finding, file)
  const title = translate(c.var.locale)('signing.verify.title')
  const revisions = checked.signatures.map(({ revision }) => revision).filter(Boolean)
  const storedParties = await partiesOfRevisions(c.var.db, revisions)
  const parties = withEarlierSignatures(storedParties, checked.signatures)
  const pictures = await picturesOf(file, checked)
  const elsewhere = await signedElsewhere(c.var.db, checked.sha256)
  const props = { finding: checked, parties, pictures, elsewhere, checkedAt: now(), documentId }
  return page(c, <FindingPage {...props} />, { title, shell: documentId ? 'mgmt' : 'public' })
}

/** The signatures of a PDF that was signed before it was imported. Counts towards the limit of /verify. */
verificationRoutes.get('/mgmt/:id/earlier-signatures', async (c) => {
  const { imported } = await findSignable(c.var.db, viewerOf(c), c.req.param('id'))
  if (!imported?.signed) notFound()
  await consumePoint(FILE_CHECK_LIMIT, networkOf(c))
  const file = await getFile(c.var.db, imported.key, imported.sha256)
  const checked = await checkKnown(c.var.db, file)
  if (typeof checked === 'string') throw new AppError('UNAVAILABLE', {}, `signing.verify.problem.${checked}`)
  return findingPage(c, file, checked, c.req.param('id'))
})

/** Small, because the pictures are embedded in the page: the file is not stored, so they have no URL. */
const PICTURE_WIDTH = 480

/** The finding is shown even if there are no pictures. */
async function picturesOf(file: Uint8Array, finding: Finding): Promise<PagePicture[]> {
  const pages = pagesToShow(finding)
  if (pages.length === 0) return []
  try {
    const drawnPages = await drawTemporaryPages(
      file,
      pages.map(({ page }) => page),
      PICTURE_WIDTH,
    )
    return drawnPages.flatMap(({ box, webp }) => {
      const shownPage = pages.find(({ page }) => page === box.page)
      return shownPage ? [{ shownPage, box, webp }] : []
    })
  } catch (error) {
    log.warn({ error: String(error) }, 'pages not drawn')
    return []
  }
}

function problemOf(file: Uint8Array | undefined) {
  if (!file) return 'missing'
  if (file.length > MAX_FILE_BYTES) return 'tooLarge'
  return isPdf(file) ? null : 'notPdf'
}
