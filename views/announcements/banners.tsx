import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'
import type { Banner } from '../layout/site-frame.ts'
import { momentText } from '../values/moment.tsx'

/** Announcements at the top of the page, each with a link to its full text. */
export function Banners({ banners, path }: { banners: Banner[]; path: string }) {
  const t = useTranslations('common.banner')
  if (!banners.length) return null
  return (
    <section aria-label={t('label')} className="no-print">
      {banners.map((banner) => (
        <BannerLine key={banner.id} banner={banner} path={path} />
      ))}
    </section>
  )
}

const COLOURS: Record<Banner['kind'], string> = {
  agreement: 'bg-info/10',
  maintenance: 'bg-warning/15',
  feature: 'bg-base-100',
  'end-of-service': 'bg-error/10',
}

export function BannerLine({ banner, path }: { banner: Banner; path: string }) {
  const t = useTranslations('common.banner')
  const { id, kind, title, lang, href, canDismiss } = banner
  return (
    <div
      id={canDismiss ? `banner-${id}` : undefined}
      className={`flex items-start gap-x-3 border-base-300 border-b px-4 py-2 text-sm ${COLOURS[kind]}`}
    >
      <Icon name={kind === 'feature' ? 'info' : 'warning'} className="mt-0.5 size-4 shrink-0 max-sm:hidden" />
      <p className="wrap-anywhere min-w-0 flex-1">
        <span className="font-semibold" lang={lang}>
          {title}
        </span>{' '}
        <Period banner={banner} />{' '}
        <a className="link inline-block" href={href}>
          {t(kind === 'agreement' ? 'readAgreement' : 'read')}
        </a>
      </p>
      {canDismiss && (
        <form
          method="post"
          action={`/mgmt/announcements/${id}/dismissal`}
          hx-post={`/mgmt/announcements/${id}/dismissal`}
          hx-target={`#banner-${id}`}
          hx-swap="delete"
        >
          <input type="hidden" name="returnUrl" value={path} />
          <button
            type="submit"
            className="btn btn-ghost btn-xs btn-square"
            aria-label={t('dismiss', { title })}
          >
            <Icon name="close" className="size-4" />
          </button>
        </form>
      )}
    </div>
  )
}

/** The time of the announced event; for an agreement it is part of the title. */
function Period({ banner: { kind, event } }: { banner: Banner }) {
  const t = useTranslations('common.banner')
  if (!event || kind === 'agreement') return null
  const from = momentText(event.from)
  return (
    <span className="tabular-nums">
      {event.until ? t('period', { from, until: momentText(event.until) }) : t('from', { from })}
    </span>
  )
}
