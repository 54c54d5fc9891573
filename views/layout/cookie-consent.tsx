import { SentenceSpace, useTranslations } from '../language.tsx'

/**
 * Fixed above the page, so that the layout does not shift. In a low or very narrow window, which it would
 * cover, it is within the page.
 */
export function CookieConsent({ path }: { path: string }) {
  const t = useTranslations('common.cookies')
  return (
    <section
      id="cookie-consent"
      aria-label={t('title')}
      className="no-print fixed inset-x-0 bottom-0 z-40 animate-rise max-[22rem]:static max-[22rem]:animate-none short:static short:animate-none border-base-300 border-t bg-base-100 px-4 py-3 shadow-lg"
    >
      <form
        method="post"
        action="/cookie-consent"
        hx-post="/cookie-consent"
        hx-target="#cookie-consent"
        hx-swap="delete"
        className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 text-sm sm:justify-center"
      >
        <input type="hidden" name="returnUrl" value={path} />
        <p className="min-w-0 max-w-prose flex-1 basis-64">
          {t('text')}
          <SentenceSpace />
          <a className="link" href="/privacy-notice?type=PRIVACY_STATEMENT">
            {t('more')}
          </a>
        </p>
        <button type="submit" className="btn btn-sm btn-neutral">
          {t('accept')}
        </button>
      </form>
    </section>
  )
}
