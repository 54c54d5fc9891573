import * as v from 'valibot'
import type { FormState } from '#src/http/body.ts'
import { readForm } from '#src/http/body.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { CurrentPassword, FactorCode, Name } from '../../account-rules.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { logRefusal } from '../../entry/login.ts'
import { requireOwnPassword } from '../../password/own-password.ts'
import type { NewAuthenticator } from '../totp.ts'
import { AuthenticatorPage } from '../views/authenticator-page.tsx'
import { addAuthenticator, newAuthenticator, readSetUpFields, setUpFields } from './authenticator.ts'
import {
  afterAdding,
  contextOf,
  OtherSessionsField,
  requestedPathOf,
  SECURITY_PATH,
  securityPage,
} from './security-page.tsx'

export const authenticatorRoutes = routes()

const PATH = `${SECURITY_PATH}/authenticator`

const SetUpForm = v.object({
  name: Name,
  code: FactorCode,
  current: CurrentPassword,
  others: OtherSessionsField,
  id: v.optional(v.string(), ''),
  sealed: v.optional(v.string(), ''),
})

function setUpPage(
  c: Ctx,
  authenticator: NewAuthenticator,
  formState: FormState,
  status: 200 | 422 | 429 = 200,
) {
  const viewer = viewerOf(c)
  const requestedPath = requestedPathOf(c, formState.values)
  const props = { ...formState, requestedPath, username: viewer.username, secret: authenticator.secret }
  const content = <AuthenticatorPage {...props} setUpFields={setUpFields(viewer, authenticator)} />
  return securityPage(c, content, status)
}

authenticatorRoutes.get(PATH, (c) => setUpPage(c, newAuthenticator(), { values: { others: 'yes' } }))

authenticatorRoutes.post(PATH, async (c) => {
  const form = await readForm(c, SetUpForm)
  const viewer = viewerOf(c)
  const { values } = form
  const authenticator = readSetUpFields(viewer, values)
  if (!authenticator) {
    const problems = { form: 'security.problem.setUpOver' as const }
    return setUpPage(c, newAuthenticator(), { values, problems }, 422)
  }
  if (!form.ok) return setUpPage(c, authenticator, form, 422)
  const { name, code, current } = form.output
  try {
    await requireOwnPassword(c.var.db, viewer, current)
    const result = await addAuthenticator(
      c.var.db,
      viewer,
      { ...authenticator, name, code },
      contextOf(c, values),
    )
    return result ? afterAdding(c, result.codes, values) : goTo(c, SECURITY_PATH)
  } catch (error) {
    await logRefusal(c, { way: 'add-factor' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return setUpPage(c, authenticator, { values, ...refused }, status)
  }
})
