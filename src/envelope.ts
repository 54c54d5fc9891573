import { config } from './config.ts'
import type { AppError } from './errors.ts'
import { translate } from './i18n.ts'
import type { Ctx } from './web.tsx'

/** The answer of every JSON route (source: specification, section 7). */
export function answer(c: Ctx, model: unknown, status: 200 | 201 = 200): Response {
  return c.json({ success: true, model: model as never, errorCode: null, errorMsg: null }, status)
}

export function refusal(c: Ctx, error: AppError, model: unknown = null): Response {
  const errorMsg = translate(c.var.locale ?? 'zh_CN')(error.words, error.details)
  return c.json({ success: false, model: model as never, errorCode: error.code, errorMsg }, error.status)
}

/** Programs, islands among them, are answered in JSON; everybody else gets pages. */
export function wantsJson(c: Ctx): boolean {
  return c.req.path.startsWith('/api/') || c.req.header('accept') === 'application/json'
}

export const publicUrl = (path: string) => `${config.baseUrl}${path}`
