import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'
import type { Ending } from './home-facts.ts'

/**
 * Lists what ends soon, each with its date and a link to act on it. Renders nothing if nothing ends soon.
 */
export function EndingsPanel({ endings }: { endings: Ending[] }) {
  const t = useTranslations('home')
  if (!endings.length) return null
  return (
    <div className="mb-4">
      <Panel title={t('ending.title')}>
        <ul className="divide-y divide-base-300">
          {endings.map((ending) => (
            <li key={keyOf(ending)} className="flex items-baseline justify-between gap-x-4 py-2">
              <a className="link-hover wrap-anywhere min-w-0" href={linkOf(ending)}>
                <EndingText ending={ending} />
              </a>
              <span className="shrink-0 text-base-content/75 text-sm">
                <Day at={ending.endsAt} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function EndingText({ ending }: { ending: Ending }) {
  const t = useTranslations('home.ending')
  const tAll = useTranslations()
  if (ending.kind === 'signing') return t('signing', { name: ending.name })
  if (ending.kind === 'document') return t('document', { name: ending.name })
  if (ending.kind === 'package') return t('package', { name: tAll(`acctInfo.package.${ending.name}`) })
  return t('uses', { kind: tAll(`orders.kind.${ending.usageKind}`), unused: ending.unused })
}

const keyOf = (ending: Ending) =>
  `${linkOf(ending)} ${ending.kind === 'uses' && ending.usageKind} ${+ending.endsAt}`

function linkOf(ending: Ending): string {
  if (ending.kind === 'signing') return `/mgmt/${ending.documentId}/signing`
  if (ending.kind === 'document') return `/mgmt/${ending.documentId}/edit-doc`
  return ending.kind === 'uses' ? '/mgmt/acct-info/usage' : '/mgmt/acct-info'
}
