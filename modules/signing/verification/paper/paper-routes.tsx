import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { page } from '#src/http/page.tsx'
import { boxesToShow, PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { findRevision, revisionToDraw } from '../../revisions.ts'
import { VerifyPage } from '../views/verify-page.tsx'
import { findByCode, findPaper } from './find-by-code.ts'
import { PaperPage } from './views/paper-page.tsx'

/** The check of a printed page by its document number and check code. */
export const paperRoutes = routes()

/** Limits the attempts of one network; a code has 50 random bits. */
const ATTEMPT_LIMIT = { name: 'paper-checks', points: 30, per: 600 }
/** Limits the pictures of pages, of which a contract may have many. */
const PICTURE_LIMIT = { name: 'paper-pictures', points: 1000, per: 600 }

/** Whether the URL is the one in the QR code of a printed page. */
export const asksAboutPaper = (c: Ctx) =>
  c.req.query('number') !== undefined || c.req.query('code') !== undefined

/** Shows the pages of the signing with this check code; shows the form again for a wrong code. */
export async function answerPaper(c: Ctx): Promise<Response> {
  const values = { number: c.req.query('number') ?? '', code: c.req.query('code') ?? '' }
  const missingFields = (['number', 'code'] as const).filter((name) => !values[name].trim())
  const requiredProblems = Object.fromEntries(
    missingFields.map((name) => [name, 'common.problem.required' as const]),
  )
  if (missingFields.length) return formAgain(c, { values, problems: requiredProblems }, 422)
  try {
    await consumePoint(ATTEMPT_LIMIT, networkOf(c))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    c.header('Retry-After', String(error.details.retryAfter))
    return formAgain(c, { values, problems: { code: error.words }, details: error.details }, 429)
  }
  const paper = await findPaper(c.var.db, values)
  if (!paper) return formAgain(c, { values, problems: { code: 'signing.verify.paper.unknown' } }, 404)
  const { signing, file } = paper
  const boxes = await boxesToShow(revisionToDraw(c.var.db, file), signing.copy?.pages ?? 1)
  const pictures = picturesAt(`/verify/${signing.check_code}`, file.sha256)
  c.header('X-Robots-Tag', 'noindex')
  const title = translate(c.var.locale)('signing.verify.paper.title')
  return page(c, <PaperPage {...paper} boxes={boxes} pictures={pictures} />, { title, shell: 'public' })
}

function formAgain(c: Ctx, paper: FormState, status: 404 | 422 | 429) {
  const title = translate(c.var.locale)('signing.verify.title')
  return page(c, <VerifyPage paper={paper} />, { title, shell: 'public', status })
}

paperRoutes.get(`/verify/:code/${PICTURE_PATH}`, async (c) => {
  await consumePoint(PICTURE_LIMIT, networkOf(c))
  const signing = await findByCode(c.var.db, c.req.param('code') ?? '')
  if (!signing) notFound()
  const revision = await findRevision(c.var.db, signing.id, c.req.param('file') ?? '')
  return sendPagePicture(c, revision && revisionToDraw(c.var.db, revision))
})
