import type { ReactNode } from 'react'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type Draft, isParsed } from '../draft.ts'
import { Verdict } from './templates-page.tsx'

const TABS = ['form', 'source', 'check', 'preview', 'difference'] as const
const PARSED_TABS: readonly string[] = ['preview', 'difference']
const EDIT_TABS: readonly string[] = ['form', 'source']

interface Props {
  draft: Draft
  /** The title in the source, which may be faulty. */
  name?: string
  tab: (typeof TABS)[number]
  children: ReactNode
}

/** The frame of a draft's pages: the time and author of the check, and the tabs. */
export function DraftFrame({ draft, name, tab, children }: Props) {
  const t = useTranslations('publishing')
  const locale = localeOf(useLocale())
  const home = `/desk/templates/drafts/${draft.id}`
  const tabs = TABS.filter(
    (one) =>
      (isParsed(draft) || !PARSED_TABS.includes(one)) && !(draft.published_at && EDIT_TABS.includes(one)),
  )
  const title = isParsed(draft) ? twinIn(draft.template.title, locale) : name || t('unread')
  return (
    <>
      <PageHead
        title={title}
        lead={
          <span className="flex flex-wrap gap-x-4">
            {isParsed(draft) && <span>{t('codeVersion', { code: draft.code, version: draft.version })}</span>}
            <Verdict draft={draft} />
            <span>
              {draft.staffName ?? '–'} · <Moment at={draft.checked_at} />
            </span>
          </span>
        }
      >
        <a href="/desk/templates" className="btn btn-ghost">
          {t('title')}
        </a>
      </PageHead>
      {tabs.length > 1 && (
        <nav aria-label={t('tabs')} className="join mb-4 flex-wrap">
          {tabs.map((one) => (
            <a
              key={one}
              href={one === 'check' ? home : `${home}/${one}`}
              aria-current={one === tab ? 'page' : undefined}
              className={`btn btn-sm join-item ${one === tab ? 'btn-neutral' : ''}`}
            >
              {t(`tab.${one}`)}
            </a>
          ))}
        </nav>
      )}
      {children}
    </>
  )
}
