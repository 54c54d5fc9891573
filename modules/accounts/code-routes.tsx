import type { Problems, Values } from '#src/body.ts'
import { drawCaptcha } from '#src/captcha.ts'
import { type Ctx, fragment, goTo, isFragmentRequest, routes } from '#src/web.tsx'
import { requestCode } from './code-request.ts'
import type { CodePurpose } from './schema.ts'
import { CodePart } from './views/code-part.tsx'

/** What a form is shown again with. */
export interface Given {
  values?: Values
  problems?: Problems
  /** Fill the blanks of a problem's words. */
  details?: Record<string, string | number>
  resendIn?: number
}

type CodeForm = (c: Ctx, given: Given, status: 200 | 422 | 429) => Promise<Response> | Response

const forms = new Map<CodePurpose, CodeForm>()

/** Names the page whose form asks for codes of a purpose: a browser without script gets it back whole. */
export function showCodesIn(purpose: CodePurpose, form: CodeForm) {
  forms.set(purpose, form)
}

export const codeRoutes = routes()

codeRoutes.post('/acct/codes', async (c) => {
  const { purpose, values, problems, resendIn } = await requestCode(c)
  const status = problems ? 422 : 200
  const form = forms.get(purpose)
  if (!isFragmentRequest(c)) return form?.(c, { values, problems, resendIn }, status) ?? goTo(c, '/')
  const captcha = await drawCaptcha(c.var.db, c.var.visitor)
  return fragment(c, <CodePart {...{ purpose, values, problems, resendIn, captcha }} />, status)
})
