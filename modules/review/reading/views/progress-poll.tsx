import type { ReactNode } from 'react'
import { useTranslations } from '#views/language.tsx'
import { progressText, type ReviewProgress } from '../progress.ts'

/** The progress that a review page shows, the URL to poll for changes, and the URL of the page. */
export interface PollingAddress {
  progress: ReviewProgress
  /** The URL to poll. */
  path: string
  /** The URL of the page, to reload it. */
  pageUrl: string
}

const REVIEW = 'review'

/** A review page that polls for changes while it is open and loads them on request. */
export function LivePage({ news, children }: { news: PollingAddress | null; children: ReactNode }) {
  return (
    <div id={REVIEW}>
      {news && <ProgressPoll {...news} />}
      {children}
    </div>
  )
}

/** Polls automatically; the element that replaces it continues to poll. */
export function ProgressPoll({
  progress,
  path,
  pageUrl,
  now: currentProgress,
}: PollingAddress & { now?: ReviewProgress }) {
  const query = new URLSearchParams({ since: progressText(progress), here: pageUrl })
  return (
    <div
      id="review-news"
      role="status"
      className="review-column sticky top-2 z-10 print:hidden"
      hx-get={`${path}?${query}`}
      hx-trigger="every 15s"
      hx-swap="outerHTML"
    >
      {currentProgress && <Changes progress={progress} currentProgress={currentProgress} pageUrl={pageUrl} />}
    </div>
  )
}

function Changes({
  progress,
  currentProgress,
  pageUrl,
}: {
  progress: ReviewProgress
  currentProgress: ReviewProgress
  pageUrl: string
}) {
  const t = useTranslations('review.news')
  const increaseOf = (key: 'said' | 'answered') => Math.max(0, currentProgress[key] - progress[key])
  return (
    <div className="alert alert-info mb-3 flex-wrap">
      <p>{wordsOf()}</p>
      <a
        href={pageUrl}
        className="btn btn-sm"
        hx-get={pageUrl}
        hx-select={`#${REVIEW}`}
        hx-target={`#${REVIEW}`}
        hx-swap="outerMorph"
      >
        {t('show')}
      </a>
    </div>
  )

  function wordsOf() {
    if (currentProgress.round !== progress.round) return t('round', { number: currentProgress.round })
    if (progress.running && !currentProgress.running) return t('ended')
    const news = (['said', 'answered'] as const)
      .filter(increaseOf)
      .map((key) => t(key, { count: increaseOf(key) }))
    return news.length ? news.join(' ') : t('changed')
  }
}
