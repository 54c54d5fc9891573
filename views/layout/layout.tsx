import { AccessLine } from '../announcements/access-notice.tsx'
import { Banners } from '../announcements/banners.tsx'
import { useTranslations } from '../language.tsx'
import { CookieConsent } from './cookie-consent.tsx'
import { Footer } from './footer.tsx'
import type { LayoutProps } from './layout-props.ts'
import { LostLogin } from './lost-login.tsx'
import { NarrowNotice } from './narrow-notice.tsx'
import { PublicHeader } from './public-header.tsx'
import { Seo } from './seo.tsx'
import { Shell, waitingOn } from './shell.tsx'
import { Shortcut } from './shortcut.tsx'
import { SlimFrame } from './slim-frame.tsx'

export function Layout(props: LayoutProps) {
  const t = useTranslations('common')
  const waitingCount = waitingOn(props)
  const isSeeing = props.site.access?.kind === 'seeing'
  return (
    <html lang={props.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${waitingCount ? `(${waitingCount}) ` : ''}${props.title} · ${t('brand')}`}</title>
        {props.description && <meta name="description" content={props.description} />}
        <meta name="htmx-config" content={HTMX_CONFIG} />
        {props.seo && <Seo {...props.seo} title={props.title} description={props.description} />}
        <link rel="icon" href="/seal.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={props.stylesheet} />
        {props.brand?.stylesheet && <link rel="stylesheet" href={props.brand.stylesheet} />}
        {props.scripts.map((src) => (
          <script key={src} type="module" src={src} nonce={props.nonce || undefined} />
        ))}
      </head>
      <body
        data-route={props.route}
        data-words-script={props.wordsScript}
        data-older-script={props.olderScript}
        data-kept={(props.kept && !isSeeing) || undefined}
        data-seeing={isSeeing || undefined}
        className={`min-h-dvh text-base-content ${props.whiteBg ? 'bg-base-100' : 'bg-base-200'}`}
      >
        <a
          href="#main"
          className="btn btn-sm sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        >
          {t('skip')}
        </a>
        {props.starts && <Starting />}
        {props.site.access && <AccessLine notice={props.site.access} sticks={props.shell !== 'bare'} />}
        <Frame {...props} />
        {props.viewer && !isSeeing && <LostLogin />}
        <div
          id="toasts"
          className="toast toast-end z-50"
          role="status"
          aria-live="polite"
          data-faults={JSON.stringify({
            ...Object.fromEntries(FAULTS.map((code) => [code, t(`error.${code}`)])),
            OFFLINE: t('offline'),
          })}
          data-busy-words={t('sending')}
        />
      </body>
    </html>
  )
}

/**
 * Shown until the page's island has started, which removes the notice (source: specification, section 9).
 */
function Starting() {
  const t = useTranslations('common')
  return (
    <progress
      id="starting"
      value={5}
      max={100}
      aria-label={t('starting')}
      className="no-print progress progress-primary fixed inset-x-0 top-0 z-50 h-1 animate-late rounded-none [@media(scripting:none)]:hidden"
    />
  )
}

/** The message keys of the toasts of the page script. */
const FAULTS = [
  'REQUEST_TIMEOUT',
  'REQUEST_CANCELED',
  'OTHER',
  'UNAVAILABLE',
  'ACCESS_CHECK',
  'ACCOUNT_DISABLE',
  'ACCOUNT_EXCEPTION',
  'ACCOUNT_FREEZE_OR_DEACTIVATE',
] as const

/** Routes for drafting and signing, which need a wide screen although they have their own frame. */
const WIDE_ROUTES: readonly (string | undefined)[] = [
  'EditDoc',
  'SignSetting',
  'ImportEdit',
  'NewDoc',
  'TemplateSelect',
  'ConsultSelect',
  'ImportDocument',
]

/** htmx settings within the content security policy: no eval, no inline style, same origin only. */
const HTMX_CONFIG = JSON.stringify({ includeIndicatorCSS: false, mode: 'same-origin', history: 'reload' })

function Frame(props: LayoutProps) {
  if (props.shell === 'mgmt') return <Shell {...props} />
  if (props.shell === 'slim') return <SlimFrame {...props} />
  if (props.shell === 'bare')
    return (
      <>
        {props.children}
        {WIDE_ROUTES.includes(props.route) && <NarrowNotice />}
      </>
    )
  return (
    <>
      {props.site.askCookies && <CookieConsent path={props.path} />}
      <div className="flex min-h-dvh flex-col">
        <Banners banners={props.site.banners} path={props.path} />
        <PublicHeader {...props} />
        <main
          id="main"
          className={props.shell === 'account' ? 'grid flex-1 place-items-center p-4' : 'flex-1'}
        >
          {props.children}
        </main>
        <Footer site={props.site} />
      </div>
      <Shortcut loggedIn={props.viewer !== null} desk={props.desk} />
    </>
  )
}
