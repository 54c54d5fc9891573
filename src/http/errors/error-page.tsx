import { config } from '#src/core/config.ts'
import { ADVICE, AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { isQueryUnsent, isReadOnly, isStillReferenced, isUnavailable } from '#src/db/unavailable.ts'
import { isDiskFull } from '#src/files/disk.ts'
import { BlockedNotice } from '#views/blocked-notice.tsx'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { refusal, wantsJson } from '../envelope.ts'
import { fragment, page } from '../page.tsx'
import { logRefused, routeOf } from '../refusals.ts'
import { pageBefore } from '../security.ts'
import { type Ctx, goTo, isFragmentRequest, pathWithQuery } from '../web.ts'
import { newReference, storeFailure } from './failed-request.ts'

/**
 * Answers every error: JSON for programs, a fragment for htmx, otherwise a page. Never shows a stack trace.
 */
export async function errorAnswer(c: Ctx, thrown: unknown): Promise<Response> {
  const error = await asAppError(c, thrown)
  if (error.details.retryAfter) c.header('Retry-After', String(error.details.retryAfter))
  const { reference, refreshToken } = error.details
  const model = reference || refreshToken ? { reference, refreshToken } : null
  if (wantsJson(c)) return refusal(c, error, model)
  logRefused(c, error)
  if (error.code === 'INVALID_FIELD') return toErrorPage(c, error) ?? answerError(c, error)
  return answerError(c, error)
}

/** Redirects a browser that sent a value which no page of ours sends to the error page, with the code. */
function toErrorPage(c: Ctx, { code, status }: AppError): Response | null {
  const address = `/mgmt/error?code=${code}`
  if (isFragmentRequest(c)) return c.body(null, status as never, { 'HX-Redirect': address })
  const isBrowsing = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return isBrowsing ? goTo(c, address) : null
}

/**
 * Whether the record of a form or a fragment was not found, which is reported by the message of the
 * catalogue. There is only a page about addresses that a user opens.
 */
function isMissingData(c: Ctx, { code, words }: AppError): boolean {
  const isOpened = c.req.method === 'GET' && !isFragmentRequest(c)
  return code === 'NOT_FOUND' && words === 'common.error.NOT_FOUND' && !isOpened && routeOf(c) !== 'unknown'
}

function answerError(c: Ctx, thrown: AppError) {
  const error = isMissingData(c, thrown) ? new AppError('NO_EXISTS', thrown.details) : thrown
  const { code, words, details } = error
  const view = (
    <ErrorView code={code} words={words} details={details} home={homeOf(c)} {...linksOf(c, error)} />
  )
  if (c.var.locale === undefined) c.set('locale', 'zh_CN')
  if (BLOCKING.has(error.code)) return blocked(c, error)
  if (isFragmentRequest(c)) return answerFragment(c, view, error)
  const title = translate(c.var.locale)(
    error.code === 'NOT_FOUND' ? 'common.notFound.title' : 'common.errorTitle',
  )
  const isLoggedInArea = c.var.viewer && /^\/(mgmt|desk)\//.test(c.req.path)
  return page(c, view, { title, shell: isLoggedInArea ? 'mgmt' : 'public', status: error.status as never })
}

/** Where "Back to home" leads: to the customer area after the login. */
export const homeOf = (c: Ctx) => (c.var.viewer ? '/mgmt/home' : '/')

/**
 * The links that the error page offers. If the status of a document forbids the page, a link to the document
 * replaces the link to retry.
 */
function linksOf(c: Ctx, { code }: AppError): Partial<Props> {
  if (c.req.method !== 'GET') return { back: pageBefore(c) }
  const [document] =
    code === 'DOCUMENT_STATUS_WRONG' ? (/^\/mgmt\/[\da-f-]{36}(?=\/)/.exec(c.req.path) ?? []) : []
  return document ? { words: 'common.notNow', document: `${document}/view-doc` } : { again: pathWithQuery(c) }
}

const BLOCKING: ReadonlySet<ErrorCode> = new Set([
  'ACCOUNT_DISABLE',
  'ACCOUNT_EXCEPTION',
  'ACCOUNT_FREEZE_OR_DEACTIVATE',
])

/**
 * The page for a blocked account: the reason and a button to log out. If a fragment was requested, the whole
 * page is replaced.
 */
function blocked(c: Ctx, error: AppError) {
  if (isFragmentRequest(c)) {
    c.header('HX-Refresh', 'true')
    return c.body(null, 200)
  }
  const title = translate(c.var.locale)('common.blocked.title')
  return page(c, <BlockedNotice code={error.code} mail={config.company.mail} />, {
    title,
    shell: 'bare',
    status: 403,
  })
}

function answerFragment(c: Ctx, view: React.ReactElement, error: AppError) {
  c.header('HX-Retarget', '#main')
  c.header('HX-Reswap', 'innerHTML')
  return fragment(c, view, error.status as never)
}

export async function asAppError(c: Ctx, thrown: unknown): Promise<AppError> {
  if (thrown instanceof AppError) return thrown
  if (c.var.writableDb && isReadOnly(thrown))
    return new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.readOnly')
  const requestInfo = { method: c.req.method, route: routeOf(c) }
  if (isUnavailable(thrown)) {
    if (!isQueryUnsent(thrown))
      log.warn({ ...requestInfo, error: (thrown as Error).message }, 'request interrupted')
    return new AppError('UNAVAILABLE', { retryAfter: 5 })
  }
  const isFull = isDiskFull(thrown)
  const error = String((thrown as Error)?.stack ?? thrown)
  if (isFull) {
    log.error({ ...requestInfo, error, event: 'disk full' }, 'request failed')
    return new AppError('STORAGE_FULL')
  }
  const reference = newReference()
  log.error({ ...requestInfo, error, reference }, 'request failed')
  await storeFailure(c, reference, thrown)
  if (isStillReferenced(thrown)) return new AppError('DELETE_FAILED', { reference })
  return new AppError('OTHER', { reference }, 'common.errorReference')
}

interface Props {
  code: ErrorCode
  /** The locale key of the message, if the code alone is too vague. */
  words?: MessageKey
  details?: Record<string, string | number>
  /** The page to try again, if repeating the request is safe. */
  again?: string
  /** The page whose form was refused. */
  back?: string
  /** The document whose status does not allow the action. */
  document?: string
  home?: string
}

export function ErrorView(props: Props) {
  const {
    code,
    words = `common.error.${code}`,
    details,
    again: retryPath,
    back,
    document,
    home = '/',
  } = props
  const t = useTranslations('common')
  const translate = useTranslations()
  const isNotFound = code === 'NOT_FOUND'
  const isPlain = isNotFound && words === `common.error.${code}`
  const refreshes = ADVICE[code] === 'refresh' && retryPath !== undefined
  const logsIn = ADVICE[code] === 'login'
  const buys = ADVICE[code] === 'buy'
  const pays = ADVICE[code] === 'pay'
  const completes = ADVICE[code] === 'account'
  const authorises = ADVICE[code] === 'authorise'
  const leadsElsewhere = logsIn || buys || pays || completes || authorises
  const hasLink = refreshes || document || back || leadsElsewhere
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      {isNotFound ? <LostPage /> : <Icon name="warning" className="size-12 text-warning" />}
      <h1 className="font-serif text-2xl">{isNotFound ? t('notFound.title') : t('errorTitle')}</h1>
      <p className="text-base-content/75">{isPlain ? t('notFound.text') : translate(words, details)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {refreshes && (
          <a href={retryPath} className="btn btn-primary">
            {t('refresh')}
          </a>
        )}
        {document && (
          <a href={document} className="btn btn-primary">
            {translate('signing.viewDocument')}
          </a>
        )}
        {back && (
          <a href={back} className={`btn ${leadsElsewhere ? '' : 'btn-primary'}`}>
            {t('goBack')}
          </a>
        )}
        {logsIn && (
          <a href="/acct/login" className="btn btn-primary">
            {t('login')}
          </a>
        )}
        {pays && (
          <a href="/mgmt/order-record" className="btn btn-primary">
            {translate('orders.record.title')}
          </a>
        )}
        {completes && (
          <a href="/mgmt/acct-info" className="btn btn-primary">
            {translate('acctInfo.title')}
          </a>
        )}
        {authorises && (
          <a href="/mgmt/acct-info/authorisation" className="btn btn-primary">
            {translate('authorisations.title')}
          </a>
        )}
        {buys && (
          <a href="/pricing" className="btn btn-primary">
            {translate('acctInfo.seePlans')}
          </a>
        )}
        <a href={home} className={`btn ${hasLink ? '' : 'btn-primary'}`}>
          {t('backHome')}
        </a>
      </div>
    </section>
  )
}

/** The picture for unknown addresses: an empty document with a crooked seal. */
function LostPage() {
  const locale = useLocale()
  const missing = locale === 'zh-CN' ? '无' : '無'
  return (
    <svg viewBox="0 0 160 180" className="w-40" aria-hidden="true">
      <path d="M24 12h84l28 28v128H24z" className="fill-base-100 stroke-base-content/40" strokeWidth="2" />
      <path d="M108 12v28h28" fill="none" className="stroke-base-content/40" strokeWidth="2" />
      <path
        d="M42 62h60M42 78h76M42 94h52"
        className="stroke-base-300"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <g transform="rotate(14 112 138)">
        <rect
          x="90"
          y="116"
          width="44"
          height="44"
          rx="5"
          fill="none"
          className="stroke-primary"
          strokeWidth="2.5"
          strokeDasharray="6 5"
        />
        <text
          lang={locale.startsWith('zh') ? locale : 'zh-TW'}
          x="112"
          y="147"
          textAnchor="middle"
          fontSize="24"
          className="fill-primary font-serif"
        >
          {missing}
        </text>
      </g>
    </svg>
  )
}
