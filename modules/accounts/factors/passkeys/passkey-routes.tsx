import * as v from 'valibot'
import { type FormState, readForm } from '#src/http/body.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { CurrentPassword, Name } from '../../account-rules.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { logRefusal } from '../../entry/login.ts'
import { requireOwnPassword } from '../../password/own-password.ts'
import {
  afterAdding,
  contextOf,
  OtherSessionsField,
  requestedPathOf,
  SECURITY_PATH,
  securityPage,
} from '../own/security-page.tsx'
import { NewPasskeyPage } from '../views/passkey-pages.tsx'
import type { ChallengeOwner } from './challenge.ts'
import { addPasskey, optionsToAdd } from './passkey.ts'
import { PasskeyAnswer } from './passkey-answer.ts'
import { PASSKEY_SCRIPT } from './passkey-login-routes.tsx'

export const passkeyRoutes = routes()

const PATH = `${SECURITY_PATH}/passkey`

const AddForm = v.object({
  name: Name,
  current: CurrentPassword,
  others: OtherSessionsField,
  response: PasskeyAnswer,
})

const ownerOf = (c: Ctx): ChallengeOwner => ({ visitor: c.var.visitor, use: `add ${viewerOf(c).id}` })

async function addPage(c: Ctx, formState: FormState, status: 200 | 422 | 429 = 200) {
  const options = await optionsToAdd(c.var.db, viewerOf(c), ownerOf(c))
  const content = (
    <NewPasskeyPage {...formState} requestedPath={requestedPathOf(c, formState.values)} options={options} />
  )
  return securityPage(c, content, status, [PASSKEY_SCRIPT])
}

passkeyRoutes.get(PATH, (c) => addPage(c, { values: { others: 'yes' } }))

passkeyRoutes.post(PATH, async (c) => {
  const form = await readForm(c, AddForm)
  const viewer = viewerOf(c)
  const { values } = form
  if (!form.ok) return addPage(c, form, 422)
  const { name, current, response } = form.output
  try {
    await requireOwnPassword(c.var.db, viewer, current)
    const passkey = { answer: response, name, owner: ownerOf(c) }
    const result = await addPasskey(c.var.db, viewer, passkey, contextOf(c, values))
    return result ? afterAdding(c, result.codes, values) : goTo(c, SECURITY_PATH)
  } catch (error) {
    await logRefusal(c, { way: 'add-factor' }, error)
    const { status, ...refused } = refusedForm(c, error)
    // After a wrong password the form keeps the browser's new passkey; after another problem a new one is
    // created.
    const nextValues = refused.problems.form ? { ...values, response: '' } : values
    return addPage(c, { values: nextValues, ...refused }, status)
  }
})
