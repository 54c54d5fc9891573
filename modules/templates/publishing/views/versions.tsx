import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { LibraryEntry } from '../../library.ts'
import type { History } from '../desk-template.ts'

/**
 * The history of a template, newest first, with the source of every version; the shipped version is last.
 */
export function Versions({ entry, history }: { entry: LibraryEntry; history: History }) {
  const t = useTranslations('publishing')
  const { actions, shipped } = history
  const { code } = entry.template
  return (
    <Panel title={t('history')}>
      <ol className="divide-y divide-base-300">
        {actions.map(({ id, action, version, at, staffName, details }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                {version ? t('action.publish', { version }) : t(`action.${action}`)}{' '}
                {version && <Source code={code} version={version} />}
              </span>
              <span className="text-base-content/75 text-sm">
                {staffName ?? '–'} · <Moment at={at} />
              </span>
            </p>
            {details.confirmed && (
              <p className="wrap-anywhere text-base-content/75 text-sm">
                {t(details.reason ? 'confirmedDoubts' : 'confirmedLaws')}{' '}
                <span lang="zh-Hans">{details.confirmed.join('、')}</span>
              </p>
            )}
            {details.reason && (
              <p className="wrap-anywhere text-base-content/75 text-sm">
                {t('confirmedReason', { reason: details.reason })}
              </p>
            )}
          </li>
        ))}
        {shipped && (
          <li className="py-2">
            {t('shippedVersion', { version: shipped })} <Source code={code} version={shipped} />
          </li>
        )}
      </ol>
    </Panel>
  )
}

function Source({ code, version }: { code: string; version: number }) {
  return (
    <a className="link text-sm" href={`/desk/templates/${code}/source?version=${version}`} download>
      YAML<span className="sr-only"> {version}</span>
    </a>
  )
}
