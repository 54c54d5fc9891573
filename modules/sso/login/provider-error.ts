import * as oidc from 'openid-client'
import { AppError } from '#src/core/errors.ts'
import { NotPublic } from '#src/http/services/public-get.ts'
import type { MessageKey } from '#views/language/messages.ts'

export type ProviderProblem = MessageKey<'sso.problem'>

/** An error at the provider, with an explanation for a person. */
export class ProviderError extends AppError {
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, details: Record<string, string> = {}) {
    super('SSO_FAILED', details, `sso.problem.${problem}`)
    this.problem = problem
  }
}

/** A request failed without an answer, or its answer was too large. */
export class NoAnswer extends Error {}

const BY_CODE: Record<string, ProviderProblem> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_RESPONSE_IS_NOT_JSON: 'answer',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'answer',
  OAUTH_PARSE_ERROR: 'answer',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'insecure',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'insecure',
  OAUTH_MISSING_SERVER_METADATA: 'incomplete',
  OAUTH_INVALID_SERVER_METADATA: 'incomplete',
}

/** Converts an error of the library to one with an explanation. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const chain = causesOf(error)
  if (chain.some((one) => one instanceof NotPublic)) return new ProviderError('private')
  if (chain.some((one) => one instanceof NoAnswer)) return new ProviderError('unreachable')
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? new ProviderError('denied') : refusalError(error.error)
  if (error instanceof oidc.WWWAuthenticateChallengeError) return new ProviderError('client')
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_client') return new ProviderError('client')
    return error.error === 'invalid_grant' ? new ProviderError('code') : refusalError(error.error)
  }
  const { cause } = error as { cause?: { attribute?: string } }
  if (cause?.attribute === 'issuer') return new ProviderError('issuer')
  return new ProviderError(BY_CODE[(error as { code?: string }).code ?? ''] ?? 'token')
}

/** Includes the OAuth error code, which the administrator can look up. */
const refusalError = (code: string) =>
  new ProviderError('refused', { code: code.replace(/[^\w-]/g, '').slice(0, 60) })

function causesOf(error: unknown): unknown[] {
  const causes = [error]
  while (causes.length < 6) {
    const { cause } = (causes.at(-1) ?? {}) as { cause?: unknown }
    if (!cause) break
    causes.push(cause)
  }
  return causes
}
