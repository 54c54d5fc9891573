import { categoryKey, localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { LibraryEntry } from '../../library.ts'
import type { History } from '../desk-template.ts'
import { Guidance } from './guidance.tsx'
import { ReviewNotes } from './review-notes.tsx'
import { State } from './templates-page.tsx'
import { Versions } from './versions.tsx'

interface Props {
  entry: LibraryEntry
  history: History
  /** Number of documents made from the template. */
  documentCount: number
  /** The action that was just completed, from the URL. */
  done: string | undefined
}

const ACTIONS = ['published', 'retired', 'restored'] as const

/**
 * Whether the action in the URL still holds: a colleague may have retired or reactivated the template since.
 */
const isStillTrue = (action: (typeof ACTIONS)[number], { retiredAt }: LibraryEntry) =>
  (action === 'retired') === Boolean(retiredAt)

/** A template at the desk: its data, its versions, and the actions of staff. */
export function TemplatePage({ entry, history, documentCount, done }: Props) {
  const t = useTranslations('publishing')
  const locale = localeOf(useLocale())
  const { template, retiredAt } = entry
  const action = ACTIONS.find((one) => one === done && isStillTrue(one, entry))
  const home = `/desk/templates/${template.code}`
  return (
    <>
      {action && (
        <p role="status" className="alert alert-success alert-soft mb-4">
          <Icon name="check" className="size-5" />
          {t(`done.${action}`, { version: template.version })}
        </p>
      )}
      <PageHead
        title={twinIn(template.title, locale)}
        lead={t('codeVersion', { code: template.code, version: template.version })}
      >
        <form method="post" action={`${home}/version`}>
          <button type="submit" className="btn btn-primary">
            {t('newVersion')}
          </button>
        </form>
        <a href={`${home}/preview`} className="btn btn-outline">
          {t('tab.preview')}
        </a>
        <a href={`/desk/templates/new/copy?from=${template.code}`} className="btn btn-outline">
          {t('copy')}
        </a>
        <a href={`${home}/source`} className="btn btn-outline" download>
          {t('download')}
        </a>
        {retiredAt ? (
          <form method="post" action={`${home}/restoration`}>
            <button type="submit" className="btn btn-outline">
              {t('restore')}
            </button>
          </form>
        ) : (
          <ActionLink href={`${home}/retirement`} className="btn btn-ghost">
            {t('retire')}
          </ActionLink>
        )}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('facts')}>
          <Facts entry={entry} documentCount={documentCount} />
        </Panel>
        <Versions entry={entry} history={history} />
        <ReviewNotes notes={history.notes} />
        <Guidance template={template} />
      </div>
      <ActionPlace />
    </>
  )
}

function Facts({ entry, documentCount }: Pick<Props, 'entry' | 'documentCount'>) {
  const t = useTranslations('publishing')
  const tDocuments = useTranslations('documents')
  const locale = localeOf(useLocale())
  const { template, since, retiredAt, source } = entry
  const facts = [
    [t('column.state'), <State key="state" retiredAt={retiredAt} />],
    [t('retiredSince'), retiredAt && <Moment key="retired" at={retiredAt} />],
    [
      t('column.category'),
      `${tDocuments(categoryKey(template.category))} · ${tDocuments('type', { type: template.type })}`,
    ],
    [t('column.source'), t(`source.${source}`)],
    [t('since'), since && <Moment key="since" at={since} />],
    [t('column.made'), documentCount],
    [tDocuments('purpose'), wordsIn(template.purpose, locale)],
    [tDocuments('notFor'), wordsIn(template.notFor, locale)],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-base-content/75 text-sm">{name}</dt>
            <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
