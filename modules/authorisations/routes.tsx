import { requirePermission } from '#modules/accounts/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import {
  authoriseAsIndividual,
  authoriseAsInstitution,
  BUILTIN,
  findInstitution,
  listAuthorisations,
  validAuthorisation,
} from './authorisation.ts'
import { grantInDemo } from './desk-authorisations.ts'
import { deskAuthorisationRoutes } from './desk-routes.tsx'
import { IndividualForm, InstitutionForm, MAX_LICENCE_BYTES, readLicence } from './forms.ts'
import { AuthorisationsPage } from './views/authorisations-page.tsx'
import { Choice } from './views/choice.tsx'
import { IndividualPage } from './views/individual-page.tsx'
import { InstitutionPage } from './views/institution-page.tsx'

/** The pages on which senders authorise us to send documents for signing. */
export const authorisationRoutes = routes()

const HOME = '/mgmt/acct-info/authorisation'
const REQUEST_LIMIT = { name: 'authorisations', points: 20, per: 86_400 }

const pageOptions = (c: Ctx, status: 200 | 409 | 422 | 503 = 200) =>
  ({
    title: translate(c.var.locale)('authorisations.title'),
    shell: 'mgmt',
    current: 'acctInfo',
    status,
  }) as const

/** The id of the document to which the person returns, or ''; passed on in the URLs of the next pages. */
const readDocumentId = (text = '') => (isId(text) ? text : '')

authorisationRoutes.get(HOME, async (c) => {
  const viewer = viewerOf(c)
  const authorisations = await listAuthorisations(c.var.db, viewer)
  const currentAuthorisation = await validAuthorisation(c.var.db, viewer, BUILTIN).executeTakeFirst()
  const content = (
    <AuthorisationsPage
      authorisations={authorisations}
      valid={currentAuthorisation}
      document={readDocumentId(c.req.query('document'))}
      demo={config.demo}
      maySend={viewer.permissions.includes('document.sign')}
    />
  )
  return page(c, content, pageOptions(c))
})

/** The dialog: as an individual or as an institution. */
authorisationRoutes.get(`${HOME}/choice`, (c) => {
  requirePermission(viewerOf(c), 'document.sign')
  const form = <Choice document={readDocumentId(c.req.query('document'))} />
  return actionPage(c, {
    title: translate(c.var.locale)('authorisations.choice.title'),
    form,
    current: 'acctInfo',
  })
})

/** The fields at which the form shows why a real name could not be confirmed. */
const FIELD_BY_ERROR: Record<string, string> = { INVALID_FIELD: 'number', UNAVAILABLE: 'form' }

function individualPage(c: Ctx, formState: FormState = {}, status: 200 | 422 | 503 = 422) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'document.sign')
  const document = readDocumentId(c.req.query('document') ?? formState.values?.document)
  const content = <IndividualPage {...formState} name={viewer.name} document={document} />
  return page(c, content, pageOptions(c, formState.problems ? status : 200))
}

authorisationRoutes.get(`${HOME}/individual`, (c) => individualPage(c))

authorisationRoutes.post(`${HOME}/individual`, async (c) => {
  const form = await readForm(c, IndividualForm)
  if (!form.ok) return individualPage(c, form)
  await consumePoint(REQUEST_LIMIT, viewerOf(c).id)
  try {
    await authoriseAsIndividual(c.var.db, viewerOf(c), form.output)
  } catch (error) {
    if (!(error instanceof AppError) || !FIELD_BY_ERROR[error.code]) throw error
    logRefused(c, error)
    const problems = { [FIELD_BY_ERROR[error.code]!]: error.words }
    return individualPage(c, { values: form.values, problems }, error.status as 422 | 503)
  }
  return redirectToDocument(c, form.output.document)
})

/** Redirects to the document that is to be sent, or to the list. */
const redirectToDocument = (c: Ctx, document: string) =>
  goTo(c, readDocumentId(document) ? `/mgmt/${document}/sign-setting` : HOME)

async function institutionPage(c: Ctx, formState: FormState = {}) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'document.sign')
  const institution = await findInstitution(c.var.db, viewer)
  const document = readDocumentId(c.req.query('document') ?? formState.values?.document)
  const content = <InstitutionPage {...formState} institution={institution} document={document} />
  return page(c, content, pageOptions(c, formState.problems ? 422 : 200))
}

authorisationRoutes.get(`${HOME}/institution`, (c) => institutionPage(c))

authorisationRoutes.post(`${HOME}/institution`, async (c) => {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'document.sign')
  const { creditCode } = await findInstitution(c.var.db, viewer)
  const schema = InstitutionForm[creditCode ? 'credit-code' : 'registration']
  const { form, files } = await readFormWithFiles(c, schema, 'licence', MAX_LICENCE_BYTES)
  const licence = readLicence(files)
  const isRead = typeof licence !== 'string'
  const problems = { ...(!form.ok && form.problems), ...(!isRead && { licence }) }
  if (!form.ok || !isRead) return institutionPage(c, { values: form.values, problems })
  await consumePoint(REQUEST_LIMIT, viewer.id)
  try {
    await authoriseAsInstitution(c.var.db, viewer, { ...form.output, licence })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AUTHORISATION_PENDING') throw error
    logRefused(c, error)
    return institutionPage(c, { values: form.values, problems: { form: error.words } })
  }
  const document = readDocumentId(form.output.document)
  return goTo(c, document ? `${HOME}?document=${document}` : HOME)
})

/** In the demo every user may act as our staff. */
authorisationRoutes.post(`${HOME}/:id/demo-approval`, async (c) => {
  await requireForm(c)
  await grantInDemo(c.var.db, viewerOf(c), c.req.param('id'))
  return redirectToDocument(c, c.req.query('document') ?? '')
})

authorisationRoutes.route('/', deskAuthorisationRoutes)
