import { consumePoint, hasPoints } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { FormState, Problems, Values } from '#src/http/body.ts'
import { captchaProblem } from '#src/http/captcha/captcha-check.ts'
import { freshCaptcha, otherKind } from '#src/http/captcha/captcha-kind.ts'
import { networkOf } from '#src/http/client-address.ts'
import { fragment, page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { consumeUploadQuota } from '#src/http/upload/upload-quota.ts'
import { type Ctx, goTo, isFragmentRequest, pathWithQuery, routes } from '#src/http/web.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { deskFaqRoutes } from './desk-faq-routes.tsx'
import { deskFeedbackRoutes } from './desk-feedback-routes.tsx'
import { findQuestion } from './faq.ts'
import { faqRoutes } from './faq-routes.tsx'
import { FeedbackForm, MAX_ATTACHMENT, picturesProblem, storeFeedback } from './feedback.ts'
import { inboxRoutes } from './inbox/inbox-routes.tsx'
import { FeedbackPage, FeedbackPart } from './views/feedback-page.tsx'

export const messagingRoutes = routes()

const FEEDBACKS = { name: 'feedback', points: 10, per: 3600 }
const RECEIPTS = { name: 'feedback-receipt', points: 3, per: 86_400 }

interface FeedbackFormState extends FormState {
  isSent?: boolean
}

/** The form without or with its page; a visitor's form has a new captcha. */
async function feedbackPage(c: Ctx, formState: FeedbackFormState, status: 200 | 422 | 429 = 200) {
  const { viewer, locale } = c.var
  const values = formState.values ?? { email: viewer?.email ?? '' }
  const captcha = viewer || formState.isSent ? undefined : await freshCaptcha(c, values)
  const props = { ...formState, values, captcha, action: c.req.path }
  if (isFragmentRequest(c)) return fragment(c, <FeedbackPart {...props} />, status)
  return page(c, <FeedbackPage {...props} />, {
    title: translate(locale)('messaging.feedback.title'),
    description: translate(locale)('messaging.feedback.description'),
    shell: viewer ? 'mgmt' : 'public',
    status,
    seo: viewer ? undefined : { path: '/feedback' },
  })
}

const MEMBER_PATH = '/mgmt/client-feedback'

/**
 * The empty form, or the result of sending it; after a FAQ answer that did not help, the form contains the
 * question.
 */
async function openFeedback(c: Ctx) {
  const { faq, sent } = c.req.query()
  const question = faq && (await findQuestion(c.var.db, c.var.locale, faq))
  const values = question && {
    email: c.var.viewer?.email ?? '',
    question: `${translate(c.var.locale)('messaging.faq.about', { question })}\n`,
  }
  return feedbackPage(c, { isSent: sent === 'yes', ...(values && { values }) })
}

messagingRoutes.get('/feedback', (c) =>
  c.var.viewer ? goTo(c, pathWithQuery(c).replace('/feedback', MEMBER_PATH)) : openFeedback(c),
)
messagingRoutes.get(MEMBER_PATH, openFeedback)

async function receiveFeedback(c: Ctx) {
  const { form, files } = await readFormWithFiles(c, FeedbackForm, 'attachment', MAX_ATTACHMENT)
  const { values } = form
  if (values.otherCaptcha) return feedbackPage(c, { values: otherKind(values) })
  const problems: Problems = form.ok ? {} : form.problems
  const attachment = picturesProblem(files)
  if (attachment) problems.attachment = attachment
  if (!c.var.viewer && !values.captcha?.trim()) problems.captcha = 'common.problem.required'
  if (!form.ok || Object.keys(problems).length) return feedbackPage(c, { values, problems }, 422)
  const refusal = await refusalOf(c, values, files)
  if (refusal) return feedbackPage(c, { values, ...refusal.formState }, refusal.status)
  const { viewer, locale, db } = c.var
  const { question, email } = form.output
  const sendsReceipt = await hasPoints(RECEIPTS, mailboxOf(email))
  if (sendsReceipt) await consumePoint(RECEIPTS, mailboxOf(email))
  const feedback = { question, email, locale, accountId: viewer?.id ?? null, picture: files[0] ?? null }
  await db.transaction().execute((trx) => storeFeedback(trx, feedback, sendsReceipt))
  return isFragmentRequest(c) ? feedbackPage(c, { isSent: true }) : goTo(c, `${c.req.path}?sent=yes`)
}

/** The reason why a valid form is refused: too many forms, or a wrong captcha. */
async function refusalOf(
  c: Ctx,
  values: Values,
  [file]: Uint8Array[],
): Promise<{ formState: FormState; status: 422 | 429 } | null> {
  try {
    await consumePoint(FEEDBACKS, c.var.viewer?.id ?? networkOf(c))
    await consumeUploadQuota(c, file?.length ?? 0)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const formState: FormState = { problems: { form: `common.error.${error.code}` }, details: error.details }
    return { formState, status: 429 }
  }
  const captchaError = c.var.viewer ? null : await captchaProblem(c, values)
  return (
    captchaError && { formState: { problems: { captcha: captchaError.words } }, status: captchaError.status }
  )
}

messagingRoutes.post('/feedback', receiveFeedback)
messagingRoutes.post(MEMBER_PATH, receiveFeedback)

for (const moduleRoutes of [faqRoutes, inboxRoutes, deskFeedbackRoutes, deskFaqRoutes])
  messagingRoutes.route('/', moduleRoutes)
