import * as v from 'valibot'
import { suggestContacts } from '#modules/contacts/index.ts'
import { dayAhead } from '#src/core/day.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm, type Values } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { MAX_REQUEST_BYTES } from '../reading/comment-form.ts'
import { REVIEWER_KINDS, type ReviewerKind } from '../schema.ts'
import { InvitationForm } from './invitation-form.ts'
import {
  addExternal,
  addInternal,
  colleaguesToAsk,
  editReviewer,
  findReviewer,
  findToReview,
  listReviewers,
  type Reviewer,
  removeReviewer,
} from './reviewer.ts'
import { changeEmail } from './reviewer-change.ts'
import { EmailForm, ExternalForm, InternalForm } from './reviewer-form.ts'
import { startReview } from './round.ts'
import { EmailChangeForm, RemovalForm, ReviewerFormPart } from './views/reviewer-forms.tsx'
import { SettingPage } from './views/setting-page.tsx'

/** The pages on which the sender chooses the reviewers of a document and sends it to them. */
export const settingRoutes = routes()

const PATH = '/mgmt/:id/invite-review'
const REVIEWERS = '/mgmt/:id/reviewers'
const REVIEWER = `${REVIEWERS}/:reviewer`
const translator = (c: Ctx) => translate(c.var.locale)
const idOf = (c: Ctx) => c.req.param('id') ?? ''
/** The URL of the list of reviewers; `changedId` is the id of the reviewer who was just changed. */
const listPath = (c: Ctx, changedId = '') =>
  `/mgmt/${idOf(c)}/invite-review${changedId && `?set=${changedId}`}`

async function settingPage(c: Ctx, formState: FormState = {}) {
  const { db } = c.var
  const document = await findToReview(db, viewerOf(c), idOf(c))
  const reviewers = await listReviewers(db, document.id)
  const { values = { due: dayAhead(7), note: '' }, ...problemState } = formState
  const content = (
    <SettingPage
      document={document}
      reviewers={reviewers}
      values={values}
      {...problemState}
      changedId={c.req.query('set')}
    />
  )
  const status = formState.problems ? 422 : 200
  return page(c, content, {
    title: translator(c)('review.setting.title'),
    shell: 'mgmt',
    current: 'myDocs',
    status,
  })
}

settingRoutes.get(PATH, (c) => settingPage(c))

settingRoutes.post(PATH, async (c) => {
  const form = await readForm(c, InvitationForm, MAX_REQUEST_BYTES)
  if (!form.ok) return settingPage(c, form)
  try {
    await startReview(c.var.db, viewerOf(c), idOf(c), { note: form.output.note, dueAt: form.output.due })
  } catch (error) {
    return settingPage(c, { values: form.values, ...refusedForm(c, error, 'form') })
  }
  return goTo(c, `/mgmt/${idOf(c)}/review-doc`)
})

/** The field that shows an error. */
const FIELDS: Partial<Record<string, string>> = {
  PARTICIPANT_EMAIL_EXISTS: 'email',
  PARTICIPANT_EMAIL_SAME: 'email',
  PARTICIPANT_EMAIL_CHANGED: 'email',
  PARTICIPANT_MOBILE_EXISTS: 'mobile',
}

function refusedForm(c: Ctx, error: unknown, defaultField: string, fields = FIELDS): FormState {
  if (!(error instanceof AppError) || error.status === 404 || error.status === 403) throw error
  logRefused(c, error)
  return { problems: { [fields[error.code] ?? defaultField]: error.words }, details: error.details }
}

const readKind = (text = ''): ReviewerKind => REVIEWER_KINDS.find((kind) => kind === text) ?? 'external'

/** The form of a reviewer, or of a new reviewer of this kind. */
async function reviewerForm(c: Ctx, kind: ReviewerKind, reviewer: Reviewer | null, formState: FormState) {
  const { db } = c.var
  const colleagues = kind === 'internal' && !reviewer ? await colleaguesToAsk(db, viewerOf(c), idOf(c)) : []
  const contacts =
    kind === 'external' && !reviewer && c.req.method === 'GET'
      ? await suggestContacts(db, viewerOf(c), c.req.query('keyword'), kind)
      : []
  const props = {
    documentId: idOf(c),
    kind,
    reviewer,
    colleagues,
    contacts,
    keyword: c.req.query('keyword'),
    ...formState,
  }
  return actionPage(c, {
    title: translator(c)(reviewer ? 'review.setting.edit' : `review.setting.add.${kind}`),
    form: <ReviewerFormPart {...props} />,
    status: formState.problems ? 422 : 200,
    current: 'myDocs',
  })
}

settingRoutes.get(`${REVIEWERS}/new`, async (c) => {
  await findToReview(c.var.db, viewerOf(c), idOf(c))
  const kind = readKind(c.req.query('kind'))
  const { name = '', email = '', mobile = '', department = '' } = c.req.query()
  const values = { reviews: 'yes', keeps: kind === 'external' ? 'yes' : '', locale: c.var.locale }
  return reviewerForm(c, kind, null, { values: { ...values, name, email, mobile, department } })
})

settingRoutes.get(REVIEWER, async (c) => {
  await findToReview(c.var.db, viewerOf(c), idOf(c))
  const reviewer = await findReviewer(c.var.db, idOf(c), c.req.param('reviewer'))
  return reviewerForm(c, reviewer.kind, reviewer, { values: valuesOf(reviewer) })
})

const yesIf = (ticked: boolean) => (ticked ? 'yes' : '')

function valuesOf({ name, email, mobile, department, locale, ...flags }: Reviewer): Values {
  const { reviews, signs, keeps } = flags
  return {
    name,
    email,
    mobile,
    department,
    locale,
    reviews: yesIf(reviews),
    signs: yesIf(signs),
    keeps: yesIf(keeps),
  }
}

settingRoutes.post(REVIEWERS, async (c) => {
  const kind = readKind(c.req.query('kind'))
  const { db } = c.var
  const viewer = viewerOf(c)
  if (kind === 'internal') {
    const form = await readForm(c, InternalForm)
    if (!form.ok) return reviewerForm(c, kind, null, form)
    try {
      return goTo(c, listPath(c, await addInternal(db, viewer, idOf(c), form.output)))
    } catch (error) {
      return reviewerForm(c, kind, null, { values: form.values, ...refusedForm(c, error, 'form', {}) })
    }
  }
  const form = await readForm(c, ExternalForm)
  if (!form.ok) return reviewerForm(c, kind, null, form)
  try {
    return goTo(c, listPath(c, await addExternal(db, viewer, idOf(c), form.output)))
  } catch (error) {
    return reviewerForm(c, kind, null, { values: form.values, ...refusedForm(c, error, 'form') })
  }
})

const TaskFields = v.pick(InternalForm, ['reviews', 'signs', 'keeps'])

settingRoutes.post(REVIEWER, async (c) => {
  const { db } = c.var
  const viewer = viewerOf(c)
  await findToReview(db, viewer, idOf(c))
  const reviewer = await findReviewer(db, idOf(c), c.req.param('reviewer'))
  const schema =
    reviewer.kind === 'internal'
      ? TaskFields
      : reviewer.wasAsked
        ? v.omit(ExternalForm, ['email'])
        : ExternalForm
  const form = await readForm(c, schema as typeof ExternalForm)
  if (!form.ok) return reviewerForm(c, reviewer.kind, reviewer, form)
  try {
    await editReviewer(db, viewer, idOf(c), reviewer.id, form.output)
  } catch (error) {
    return reviewerForm(c, reviewer.kind, reviewer, { values: form.values, ...refusedForm(c, error, 'form') })
  }
  return goTo(c, listPath(c, reviewer.id))
})

/** Asks for confirmation of a change to one reviewer, on a separate page. */
async function confirmationPage(c: Ctx, action: 'removal' | 'email', formState: FormState = {}) {
  await findToReview(c.var.db, viewerOf(c), idOf(c))
  const reviewer = await findReviewer(c.var.db, idOf(c), c.req.param('reviewer') ?? '')
  const Form = action === 'removal' ? RemovalForm : EmailChangeForm
  return actionPage(c, {
    title: translator(c)(`review.setting.${action}.title`),
    form: <Form reviewer={reviewer} {...formState} />,
    status: formState.problems ? 422 : 200,
    current: 'myDocs',
  })
}

settingRoutes.get(`${REVIEWER}/removal`, (c) => confirmationPage(c, 'removal'))
settingRoutes.get(`${REVIEWER}/email`, (c) => confirmationPage(c, 'email'))

settingRoutes.post(`${REVIEWER}/removal`, async (c) => {
  await requireForm(c)
  await removeReviewer(c.var.db, viewerOf(c), idOf(c), c.req.param('reviewer'))
  return goTo(c, listPath(c))
})

settingRoutes.post(`${REVIEWER}/email`, async (c) => {
  const form = await readForm(c, EmailForm)
  if (!form.ok) return confirmationPage(c, 'email', form)
  const id = c.req.param('reviewer')
  try {
    const isSent = await changeEmail(c.var.db, viewerOf(c), idOf(c), id, form.output.email)
    return goTo(c, isSent ? `/mgmt/${idOf(c)}/review-doc` : listPath(c, id))
  } catch (error) {
    return confirmationPage(c, 'email', { values: form.values, ...refusedForm(c, error, 'email') })
  }
})

settingRoutes.get(REVIEWERS, async (c) => {
  await findToReview(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, listPath(c))
})
