import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Access, OpenedPage } from '../access.ts'

interface PastProps {
  accesses: Access[]
  /** The opened pages of all accesses. */
  pages: OpenedPage[]
  /** The text shown when there are no accesses. */
  emptyText: string
}

export function PastAccesses({ accesses, pages, emptyText }: PastProps) {
  const t = useTranslations('supportAccess')
  return (
    <Panel title={t('past')}>
      {accesses.length ? (
        <ul className="divide-y divide-base-300">
          {accesses.map((access) => (
            <li key={access.id} className="py-3">
              <AccessWithPages access={access} pages={pages} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-base-content/75">{emptyText}</p>
      )}
    </Panel>
  )
}

export function AccessWithPages({ access, pages }: { access: Access; pages: OpenedPage[] }) {
  return (
    <>
      <AccessFacts access={access} />
      <OpenedPages pages={pages.filter(({ accessId }) => accessId === access.id)} />
    </>
  )
}

export function AccessFacts({ access }: { access: Access }) {
  const t = useTranslations('supportAccess')
  const { state, staffName, reason, asked_at, ended_at, ends_at } = access
  return (
    <Facts
      facts={[
        { label: t('who'), value: staffName ?? t('formerStaff') },
        { label: t('why'), value: reason },
        { label: t('stateLabel'), value: t(`state.${state}`) },
        { label: t('askedAt'), value: <Moment at={asked_at} /> },
        ended_at && state !== 'expired'
          ? { label: t('endedAt'), value: <Moment at={ended_at} /> }
          : { label: t('endsAt'), value: <Moment at={ends_at} /> },
      ]}
    />
  )
}

/** The pages that staff opened in one access, with their times. */
function OpenedPages({ pages }: { pages: OpenedPage[] }) {
  const t = useTranslations('supportAccess')
  if (!pages.length) return <p className="mt-2 text-base-content/75 text-sm">{t('noPages')}</p>
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer">{t('pages', { count: pages.length })}</summary>
      <ul className="mt-1">
        {pages.map(({ id, path, at }) => (
          <li key={id} className="wrap-anywhere">
            <Moment at={at} /> {path}
          </li>
        ))}
      </ul>
    </details>
  )
}
