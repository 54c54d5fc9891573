import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { AnyForm, type FormState, problemsOf, readForm, type Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { refuseBlocked } from '../../account.ts'
import { FactorCode } from '../../account-rules.ts'
import { enter } from '../../entry/entry.ts'
import { refusedForm, refuseForm } from '../../entry/form-answer.ts'
import { logRefusal } from '../../entry/login.ts'
import { factorsOf } from '../factor.ts'
import type { ChallengeOwner } from '../passkeys/challenge.ts'
import { checkPasskey, passkeyOf, passkeyRequestOptions } from '../passkeys/passkey.ts'
import { PasskeyAnswer } from '../passkeys/passkey-answer.ts'
import { PASSKEY_SCRIPT } from '../passkeys/passkey-login-routes.tsx'
import { countRecoveryCodes } from '../recovery-code.ts'
import { putRemembered, rememberDevice } from '../remembered-device.ts'
import { SecondFactorPage } from '../views/second-factor-page.tsx'
import { FACTOR_WAYS, type FactorWay } from '../views/way-links.tsx'
import { checkAppCode, checkRecoveryCode, withLimitedTries } from './check-factor.ts'
import {
  clearSecondStep,
  consumeSecondStep,
  findSecondStep,
  SECOND_STEP,
  type SecondStep,
} from './second-step.ts'

export const secondFactorRoutes = routes()

const FORM_SCHEMAS = {
  code: v.object({ code: FactorCode }),
  passkey: v.object({ response: PasskeyAnswer }),
}

/** The ways in which this account can confirm its second factor. */
async function waysOf(db: Db, accountId: string): Promise<FactorWay[]> {
  const kinds = new Set((await factorsOf(db, accountId).execute()).map(({ kind }) => kind))
  const codesLeft = await countRecoveryCodes(db, accountId)
  return FACTOR_WAYS.filter((way) => (way === 'recovery' ? codesLeft > 0 : way === 'lost' || kinds.has(way)))
}

/** The page of the second step; a browser without an open step returns to the login. */
async function stepPage(
  c: Ctx,
  requestedWay: string,
  formState: FormState = {},
  status: 200 | 422 | 429 = 200,
) {
  const step = await findSecondStep(c)
  if (!step) return redirectToLogin(c)
  const ways = await waysOf(c.var.db, step.id)
  const way = ways.find((one) => one === requestedWay) ?? ways[0]!
  const options = way === 'passkey' ? await passkeyRequestOptions(c.var.db, step.id, ownerOf(c, step)) : ''
  const props = { ...formState, way, ways, options, username: step.username }
  const title = translate(c.var.locale)('security.step.title')
  const scripts = way === 'passkey' ? [PASSKEY_SCRIPT] : []
  return page(c, <SecondFactorPage {...props} />, { title, shell: 'account', status, scripts })
}

const ownerOf = (c: Ctx, { id }: SecondStep): ChallengeOwner => ({
  visitor: c.var.visitor,
  use: `step ${id}`,
})

function redirectToLogin(c: Ctx): Response {
  if (wantsJson(c)) throw new AppError('ACCESS_CHECK')
  return goTo(c, '/acct/login?step=over')
}

secondFactorRoutes.get(SECOND_STEP, (c) => stepPage(c, c.req.query('way') ?? ''))

/** The check of the form's values, or the problems of the form. */
function readCheck(c: Ctx, step: SecondStep, way: FactorWay, values: Values) {
  const result = v.safeParse(way === 'passkey' ? FORM_SCHEMAS.passkey : FORM_SCHEMAS.code, values)
  if (!result.success) return { problems: problemsOf(result.issues) }
  const check = async (trx: Db) => {
    if ('code' in result.output) {
      const checkCode = way === 'recovery' ? checkRecoveryCode : checkAppCode
      return checkCode(trx, step, result.output.code)
    }
    const answer = result.output.response
    const passkey = await passkeyOf(trx, answer)
    const ownPasskey = passkey?.account_id === step.id ? passkey : undefined
    await checkPasskey(trx, ownPasskey, { answer, owner: ownerOf(c, step) })
  }
  return { check }
}

secondFactorRoutes.post(SECOND_STEP, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const way = FACTOR_WAYS.find((one) => one === values.way) ?? 'totp'
  const step = await findSecondStep(c)
  if (!step) return redirectToLogin(c)
  const { check, problems } = readCheck(c, step, way, values)
  if (problems) return wantsJson(c) ? refuseForm(c, problems) : stepPage(c, way, { values, problems }, 422)
  try {
    refuseBlocked(step)
    const shouldRemember = values.remember === 'yes'
    return await withLimitedTries(step.id, networkOf(c), () =>
      endSecondStep(c, step, { way, check, shouldRemember: shouldRemember }),
    )
  } catch (error) {
    await logRefusal(c, { way: `${step.way} ${way}`, accountId: step.id }, error)
    const { status, ...refused } = refusedForm(c, error)
    return stepPage(c, way, { values, ...refused }, status)
  }
})

/**
 * Enters if `check` does not throw; the check, the step and the session are one transaction.
 * `shouldRemember` remembers this browser for the next logins.
 */
function endSecondStep(
  c: Ctx,
  step: SecondStep,
  {
    way: secondFactor,
    check,
    shouldRemember,
  }: { way: FactorWay; check: (trx: Db) => Promise<void>; shouldRemember: boolean },
) {
  const { way, return_url: returnUrl, social_id } = step
  const firstStep = { way, second: secondFactor, returnUrl, socialId: social_id ?? undefined }
  return enter(c, step, firstStep, async (trx) => {
    await check(trx)
    await consumeSecondStep(trx, step)
    if (shouldRemember) putRemembered(c, await rememberDevice(trx, step, c.req.header('user-agent') ?? ''))
    clearSecondStep(c)
  })
}
