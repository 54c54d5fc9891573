import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { MessageKey } from '#views/language/messages.ts'

/**
 * Every error code with its HTTP status. The messages are under `error.<code>` in the common catalogue of
 * each locale (source: error catalogue of the specification).
 */
export const ERROR_STATUS = {
  NOT_FOUND: 404,
  NO_EXISTS: 404,
  ACCESS_DENIED: 403,
  ACCESS_CHECK: 401,
  F_GET_TOKEN_FAILED: 401,
  F_REFRESH_TOKEN_FAILED: 401,
  INVALID: 401,
  REQUEST_TIMEOUT: 408,
  FOREIGN_ORIGIN: 403,
  INVALID_FIELD: 422,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  OTHER: 500,
  UNAVAILABLE: 503,
  LOGIN_INVALID: 422,
  ACCOUNT_DISABLE: 403,
  ACCOUNT_FREEZE_OR_DEACTIVATE: 403,
  ACCOUNT_EXCEPTION: 403,
  ACCOUNT_ALREADY_EXISTS: 422,
  EMAIL_ALREADY_EXISTS: 422,
  MOBILE_ALREADY_EXISTS: 422,
  EMAIL_NOT_EXISTS: 422,
  MOBILE_NOT_EXISTS: 422,
  VERIFICATION_COED_ERROR: 422,
  CAPTCHA_VERIFICATION_COED_ERROR: 422,
  CAPTCHA_PROOF_MISSING: 429,
  PUSH_EMAIL_FAIL: 503,
  PUSH_SMS_FAIL: 503,
  SOCIAL_NOT_BOUND: 422,
  SOCIAL_ALREADY_BOUND: 422,
  SOCIAL_BOUND_ELSEWHERE: 422,
  SOCIAL_FAILED: 503,
  SSO_FAILED: 422,
  PASSWORD_FORMAT_ERROR: 422,
  PASSWORD_TOO_COMMON: 422,
  ORIGIN_PASSWORD_ERROR: 422,
  NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR: 422,
  MEMBER_NOT_EXISTS: 422,
  MEMBER_ALREADY_SUB_ACCOUNT: 422,
  MEMBER_IS_CURRENT: 422,
  MEMBER_HAS_PLAN: 422,
  INVITER_WITHOUT_PLAN: 422,
  MEMBER_LIMIT: 422,
  INVITATION_INVALID: 409,
  SUB_ACCOUNT_CANNOT_ORDER: 403,
  USAGE_INSUFFICIENT: 409,
  PLAN_NOT_EFFECTIVE: 409,
  PLAN_NOT_PURCHASABLE: 422,
  UPGRADE_TO_LOWER: 422,
  PLAN_HIGHEST: 409,
  PENDING_ORDER_EXISTS: 409,
  PLAN_EFFECTIVE_EXISTS: 409,
  ORDER_PRICE_CHANGED: 409,
  ORDER_LIMIT: 409,
  ORDER_CLOSE_NOT_ALLOWED: 409,
  ORDER_STATUS_WRONG: 409,
  INVOICE_STATUS_WRONG: 409,
  INVOICE_NUMBER_EXISTS: 422,
  REPLY_NAME_EXISTS: 422,
  TOO_MANY_REPLIES: 422,
  UNPAID_ORDER: 409,
  PAYMENT_UNAVAILABLE: 503,
  CLOUD_STORAGE_FULL: 409,
  UPLOAD_NOT_IN_PLAN: 403,
  UPLOAD_LIMIT: 409,
  CHAT_HELD: 409,
  CONSULTATION_LIMIT: 409,
  CONSULTATION_STATUS_WRONG: 409,
  UPLOAD_INCOMPLETE: 409,
  PDF_REFUSED: 422,
  PDF_NOT_FOUND: 404,
  PAGE_NOT_DRAWN: 422,
  DOCUMENT_NAME_EXISTS: 422,
  FILING_NAME_EXISTS: 422,
  DOCUMENT_NUMBER_EXISTS: 422,
  TEMPLATE_NOT_FOUND: 404,
  TEMPLATE_DEACTIVATED: 410,
  TEMPLATE_NOT_IN_PLAN: 403,
  TEMPLATE_UPDATED: 409,
  TEMPLATE_FAULTY: 422,
  TEMPLATE_UNCONFIRMED: 422,
  TEMPLATE_VERSION_TAKEN: 409,
  TEMPLATE_PART_CHANGED: 409,
  TRANSLATION_IN_PROGRESS: 409,
  TRANSLATION_STATUS_WRONG: 409,
  READING_IN_PROGRESS: 409,
  BLOCK_CHECK_OUTDATED: 409,
  BLOCK_UNCHANGED: 409,
  READING_STATUS_WRONG: 409,
  TEMPLATE_SAVE_LIMIT: 409,
  TEMPLATE_NAME_EXISTS: 422,
  BATCH_STATUS_WRONG: 409,
  BATCH_EMPTY: 409,
  DOCUMENT_CONFLICT: 409,
  DOCUMENT_STATUS_WRONG: 409,
  DOCUMENT_LAPSED: 409,
  REQUIRED_FIELDS_MISSING: 422,
  PARTY_INVALID_FIELD: 422,
  SIGN_AREA_INVALID_FIELD: 422,
  FINALISATION_ABNORMAL: 409,
  DELETE_FAILED: 409,
  MISSING_GLYPH: 422,
  MEMBERS_REMAIN: 409,
  FILE_GENERATING: 409,
  FILE_DAMAGED: 503,
  STORAGE_FULL: 507,
  SIGNING_IMPOSSIBLE: 422,
  SERVICE_UNSUITABLE: 422,
  IDENTITY_INFO_MISSING: 422,
  AUTHORISATION_REQUIRED: 422,
  AUTHORISATION_PENDING: 409,
  AUTHORISATION_DECIDED: 409,
  REAL_NAME_REQUIRED: 409,
  SIGNING_STATUS_WRONG: 409,
  SIGNATORY_LIMIT: 422,
  SEAL_EXISTS: 409,
  SEAL_LIMIT: 409,
  SEAL_NOT_USABLE: 409,
  SEALS_ACROSS_LIMIT: 422,
  PAPER_ONLY: 409,
  SIGNATORY_MISSING: 422,
  SIGNATORY_INCOMPLETE: 422,
  PLACE_OFF_PAGE: 422,
  PLACE_OVERLAP: 422,
  PLACE_LIMIT: 422,
  DUPLICATE_PARTY_CONTACT: 422,
  PARTICIPANT_NOT_EXISTS: 404,
  PARTICIPANT_EMAIL_EXISTS: 409,
  PARTICIPANT_MOBILE_EXISTS: 409,
  PARTICIPANT_LIMIT: 422,
  PARTICIPANT_MISSING: 422,
  PARTICIPANT_EMAIL_SAME: 422,
  PARTICIPANT_EMAIL_CHANGED: 409,
  REVIEW_ROUNDS_USED: 409,
  REVIEWER_LOGIN_INVALID: 422,
  TASK_LAPSED: 409,
  CONTACT_NOT_EXISTS: 404,
  CONTACT_EMAIL_EXISTS: 409,
  CONTACT_IMPORT_NOT_EXISTS: 404,
  CONTACTS_CHANGED: 409,
  KEY_DATES_FULL: 409,
} as const satisfies Record<string, ContentfulStatusCode>

export type ErrorCode = keyof typeof ERROR_STATUS

export const isErrorCode = (text: string | undefined): text is ErrorCode =>
  Object.hasOwn(ERROR_STATUS, text ?? '')

/** The action that helps after an error, if correcting the input is not enough. */
export const ADVICE: Partial<
  Record<ErrorCode, 'refresh' | 'login' | 'buy' | 'pay' | 'account' | 'authorise'>
> = {
  OTHER: 'refresh',
  UNAVAILABLE: 'refresh',
  REQUEST_TIMEOUT: 'refresh',
  TOO_MANY_REQUESTS: 'refresh',
  FILE_GENERATING: 'refresh',
  FILE_DAMAGED: 'refresh',
  STORAGE_FULL: 'refresh',
  DOCUMENT_STATUS_WRONG: 'refresh',
  BATCH_STATUS_WRONG: 'refresh',
  PLAN_HIGHEST: 'refresh',
  ORDER_STATUS_WRONG: 'refresh',
  CONSULTATION_STATUS_WRONG: 'refresh',
  IDENTITY_INFO_MISSING: 'account',
  AUTHORISATION_REQUIRED: 'authorise',
  ORDER_CLOSE_NOT_ALLOWED: 'pay',
  ORDER_LIMIT: 'pay',
  UNPAID_ORDER: 'pay',
  PENDING_ORDER_EXISTS: 'pay',
  PLAN_EFFECTIVE_EXISTS: 'buy',
  PLAN_NOT_EFFECTIVE: 'buy',
  PLAN_NOT_PURCHASABLE: 'buy',
  UPGRADE_TO_LOWER: 'buy',
  DOCUMENT_LAPSED: 'buy',
  USAGE_INSUFFICIENT: 'buy',
  TEMPLATE_NOT_IN_PLAN: 'buy',
  UPLOAD_NOT_IN_PLAN: 'buy',
  ACCESS_CHECK: 'login',
  F_GET_TOKEN_FAILED: 'login',
  F_REFRESH_TOKEN_FAILED: 'login',
  INVALID: 'login',
}

/**
 * An error with a code of the catalogue. `details` fill the placeholders of the message and never contain
 * secrets.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string | number>
  /**
   * The locale key of the message: that of the code, or a more specific one if the code has several
   * meanings.
   */
  readonly words: MessageKey

  constructor(
    code: ErrorCode,
    details: Record<string, string | number> = {},
    words: MessageKey = code === 'INVALID_FIELD' && details.field
      ? 'common.error.INVALID_FIELD_AT'
      : `common.error.${code}`,
  ) {
    super(code)
    this.code = code
    this.details = details.retryAfter === undefined ? details : { ...details, ...waitOf(+details.retryAfter) }
    this.words = words
  }

  get status(): ContentfulStatusCode {
    return ERROR_STATUS[this.code]
  }
}

/**
 * Throws the error for records that do not exist or belong to others, so that the two cases cannot be
 * distinguished.
 */
export function notFound(): never {
  throw new AppError('NOT_FOUND')
}

/** The time to wait, in minutes for people and in seconds for programs; at least one of each. */
const waitOf = (seconds: number) => ({
  retryAfter: Math.max(seconds, 1),
  minutes: Math.max(Math.ceil(seconds / 60), 1),
})
