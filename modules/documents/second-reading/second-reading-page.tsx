import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { Document } from '../document.ts'
import type { TextPair } from './pairs.ts'
import type { Obstacle, Reading } from './second-reading.ts'

interface Props {
  document: Document
  /** The latest reading. */
  last: Reading | undefined
  /** All texts in two languages, and those that would be sent. */
  pairs: TextPair[]
  toSend: TextPair[]
  obstacle: Obstacle | null
  /** Whether the reading was not started because the list of texts was outdated. */
  isOutdated?: boolean
}

/** The second reading: its purpose, the texts sent, its progress, and its result. */
export function SecondReadingPage(props: Props) {
  const t = useTranslations('documents.reading')
  const { name, number } = props.document
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} />
      <p className="wrap-anywhere mb-4 text-base-content/75 text-sm">
        {name} · <span className="tabular-nums">{number}</span>
      </p>
      <ReadingProgress {...props} />
    </div>
  )
}

/** The part of the page that is updated every second during a reading. */
export function ReadingProgress(props: Props) {
  const { document, last } = props
  const isRunning = last?.state === 'running'
  const refreshAttributes = isRunning && {
    'hx-get': `/mgmt/${document.id}/second-reading`,
    'hx-trigger': 'every 1s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="second-reading" className="flex flex-col gap-4" {...refreshAttributes}>
      {isRunning ? (
        <RunningReading id={document.id} last={last} />
      ) : (
        <>
          {last && <Outcome {...props} last={last} />}
          <StartPanel {...props} />
        </>
      )}
    </div>
  )
}

const CARD = 'rounded-box border border-base-300 bg-base-100 p-5'

function RunningReading({ id, last: { done, total } }: { id: string; last: Reading }) {
  const t = useTranslations('documents.reading')
  const tTranslation = useTranslations('documents.translation')
  return (
    <section className={CARD}>
      <p role="status" className="font-medium">
        {t('running')}
      </p>
      <progress
        className="progress progress-primary my-3 w-full"
        value={done}
        max={total}
        aria-label={t('title')}
      />
      <p className="text-sm tabular-nums">{tTranslation('progress', { done, total })}</p>
      <p className="mt-1 text-base-content/75 text-sm">{t('goesOn')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <form method="post" action={`/mgmt/${id}/second-reading/cancellation`}>
          <button type="submit" className="btn btn-outline">
            {t('cancel')}
          </button>
        </form>
        <noscript>
          <a className="btn btn-ghost" href={`/mgmt/${id}/second-reading`}>
            {tTranslation('look')}
          </a>
        </noscript>
      </div>
    </section>
  )
}

const TONES: Partial<Record<Reading['state'], string>> = { done: 'alert-success', failed: 'alert-error' }

/** The doubts of the last reading about the current texts. */
function Outcome({ last, pairs }: Props & { last: Reading }) {
  const t = useTranslations('documents.reading')
  const { state, opinions } = last
  const currentPairs = pairs.filter(({ key, of }) => opinions[key]?.of === of)
  const pairsAnswered = (answer: string) => currentPairs.filter(({ key }) => opinions[key]!.answer === answer)
  const [same, different, unclear] = [
    pairsAnswered('same'),
    pairsAnswered('different'),
    pairsAnswered('unclear'),
  ]
  const tone = state === 'done' && different.length ? 'alert-warning' : (TONES[state] ?? 'alert-info')
  return (
    <section className={`alert ${tone} alert-soft flex flex-col items-start gap-2`}>
      <p role="status" className="flex items-center gap-2 font-medium">
        <Icon name={tone === 'alert-success' ? 'check' : 'warning'} className="size-5" />
        {t(`ended.${state}`, { count: currentPairs.length })}
      </p>
      {state === 'done' && (
        <>
          <p>{t('same', { count: same.length })}</p>
          {different.length > 0 && (
            <>
              <p>{t('different', { count: different.length })}</p>
              <ul className="flex list-disc flex-col gap-1 pl-5">
                {different.map(({ key }) => (
                  <li key={key} className="wrap-anywhere">
                    {t('quotes', { zh: opinions[key]!.zh || '—', en: opinions[key]!.en || '—' })}
                  </li>
                ))}
              </ul>
              <p>{t('inEditor')}</p>
            </>
          )}
          {unclear.length > 0 && <p>{t('unclear', { count: unclear.length })}</p>}
        </>
      )}
    </section>
  )
}

function StartPanel({ document, toSend, obstacle, last, isOutdated }: Props) {
  const t = useTranslations('documents.reading')
  const { id, status } = document
  const back = (
    <a href={`/mgmt/${id}/${status === 'draft' ? 'edit-doc' : 'view-doc'}`} className="btn btn-outline">
      {t('back')}
    </a>
  )
  if (obstacle || !toSend.length)
    return (
      <section className={CARD}>
        <p className="mb-4">{t(`obstacle.${obstacle ?? 'allRead'}`)}</p>
        {back}
      </section>
    )
  return (
    <section className={CARD}>
      {isOutdated && (
        <p role="alert" className="alert alert-warning alert-soft mb-3">
          {t('outdated')}
        </p>
      )}
      <p className="mb-4 text-base-content/75 text-sm">{t('how')}</p>
      <form method="post" action={`/mgmt/${id}/second-reading`}>
        <input type="hidden" name="version" value={document.version} />
        <section aria-labelledby="sent" className="mb-4 text-sm">
          <h2 id="sent" className="mb-1 font-medium text-base">
            {t('sent', { count: toSend.length })}
          </h2>
          <p className="text-base-content/75">{t('masked')}</p>
          <ol className="mt-2 flex list-decimal flex-col gap-2 pl-8">
            {toSend.map(({ key, zh, en }) => (
              <li key={key} className="wrap-anywhere whitespace-pre-wrap">
                <p lang="zh">{zh}</p>
                <p lang="en">{en}</p>
              </li>
            ))}
          </ol>
        </section>
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={`btn ${last?.state === 'done' ? 'btn-outline' : 'btn-primary'}`}>
            {t('start')}
          </button>
          {back}
        </div>
      </form>
    </section>
  )
}
