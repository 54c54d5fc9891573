import { pageBrand } from '#modules/brand/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { beforeRealName } from '../entrance.ts'
import { browserOf } from '../evidence/browser.ts'
import { stepOf, type Turn, turnOf } from '../signer-link.ts'
import { checkRealName } from './check.ts'
import { checkForm } from './check-form.ts'
import { RealNamePage } from './views/real-name-page.tsx'

/** Checks a signatory's real name, if the sender requires it, before the signatory may read the document. */
export const realNameRoutes = routes()

const PATH = '/signing/:id/real-name'

type Status = 200 | 422 | 429 | 503

export function realNamePage(c: Ctx, turn: Turn, form: FormState = {}, status: Status = 200) {
  const title = translate(c.var.locale)('signing.realName.title')
  const scripts = ['views/scripts/signature-script.ts']
  const options = { title, shell: 'slim', status, scripts, brand: pageBrand(turn) } as const
  return page(c, <RealNamePage turn={turn} {...form} />, options)
}

realNameRoutes.get(PATH, (c) =>
  beforeRealName(c, (turn) => (turn.real_name_due ? realNamePage(c, turn) : goTo(c, stepOf(turn)))),
)

realNameRoutes.post(PATH, (c) =>
  beforeRealName(c, async (turn) => {
    const elements = turn.real_name_due
    if (!elements) {
      await requireForm(c)
      return goTo(c, stepOf(turn))
    }
    const form = await readForm(c, checkForm({ elements, phone: turn.phone }))
    if (!form.ok) return realNamePage(c, turn, form, 422)
    const consent = translate(c.var.locale)(`signing.realName.consent.${elements}`)
    try {
      const attempt = { entry: form.output, browser: browserOf(c), consent }
      const result = await checkRealName(c.var.db, turn, attempt)
      if (result.outcome === 'passed') return goTo(c, stepOf(await turnOf(c.var.db, turn.id)))
      const words = result.attemptsLeft === 0 ? 'noneLeft' : result.outcome
      const problems = { form: `signing.realName.${words}` } as const
      const props = { values: form.values, problems, details: { left: result.attemptsLeft } }
      return realNamePage(c, turn, props, result.outcome === 'unavailable' ? 503 : 422)
    } catch (error) {
      return showError(c, turn, { error, values: form.values })
    }
  }),
)

/** Shows the form again with the error. If this step is already completed, redirects to the current step. */
async function showError(
  c: Ctx,
  turn: Turn,
  { error, values }: { error: unknown } & Pick<FormState, 'values'>,
) {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'SIGNING_STATUS_WRONG') return goTo(c, stepOf(await turnOf(c.var.db, turn.id)))
  logRefused(c, error)
  const problems = { [error.code === 'INVALID_FIELD' ? 'name' : 'form']: error.words }
  return realNamePage(c, turn, { values, problems, details: error.details }, error.status as Status)
}
