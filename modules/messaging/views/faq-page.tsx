import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import type { Faq } from '../faq.ts'
import { FaqThanks, FaqVote } from './faq-vote.tsx'

interface Props {
  faqs: Faq[]
  keyword: string
  /** Whether the page is in the logged-in area. */
  isLoggedIn: boolean
  /** The question of a vote that was just sent without script. */
  voted?: { id: string; helpful: boolean }
}

export function FaqPage(props: Props) {
  const t = useTranslations('messaging.faq')
  const tShortcut = useTranslations('common.shortcut')
  const action = props.isLoggedIn ? '/mgmt/faq-list' : '/faq'
  return (
    <div className={`mx-auto max-w-3xl ${props.isLoggedIn ? '' : 'px-4 py-10'}`}>
      <PageHead title={t('title')} lead={t('lead')}>
        {props.isLoggedIn && (
          <a href="/mgmt/home?tour=1" className="btn btn-outline">
            {tShortcut('tour')}
          </a>
        )}
      </PageHead>
      <search>
        <form
          action={action}
          hx-get={action}
          hx-target="#faq-list"
          hx-swap="outerHTML"
          hx-push-url="true"
          hx-trigger="submit, input changed delay:300ms from:#keyword"
          className="mb-4"
        >
          <SearchBox label={t('search')} value={props.keyword} />
        </form>
      </search>
      <FaqList {...props} />
    </div>
  )
}

export function FaqList({ faqs, keyword, isLoggedIn, voted }: Props) {
  const t = useTranslations('messaging.faq')
  return (
    <div id="faq-list">
      {keyword && (
        <p role="status" className="mb-2 text-sm">
          {t('found', { count: faqs.length, keyword })}
          <SentenceSpace />
          <a className="link" href={isLoggedIn ? '/mgmt/faq-list' : '/faq'}>
            {t('all')}
          </a>
        </p>
      )}
      <ul className="divide-y divide-base-300 border-base-300 border-y">
        {faqs.map(({ id, question, answer }) => (
          <li key={id} id={`faq-${id}`}>
            <details className="group" open={keyword !== '' || voted?.id === id}>
              <summary className="cursor-pointer py-3 font-medium">{question}</summary>
              <p className="whitespace-pre-line pb-3 text-base-content/80">{answer}</p>
              {voted?.id === id ? (
                <FaqThanks id={id} isLoggedIn={isLoggedIn} helpful={voted.helpful} />
              ) : (
                <FaqVote id={id} isLoggedIn={isLoggedIn} />
              )}
            </details>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm">
        {faqs.length === 0 && `${t('none')} `}
        <a className="link link-primary" href={isLoggedIn ? '/mgmt/client-feedback' : '/feedback'}>
          {t('ask')}
        </a>
      </p>
    </div>
  )
}
