import { AcctTabs } from '#views/acct-tabs.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel, Tag } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'
import { sizeOf } from '../figure.ts'
import type { ListedSeal } from '../seal.ts'
import { Notice } from './notice.tsx'

export const SEALS = '/mgmt/acct-info/seals'

/** A team's seals, and the ways to add one. */
export function SealsPage({ seals, manages: mayManage }: { seals: ListedSeal[]; manages: boolean }) {
  const t = useTranslations('seals')
  return (
    <>
      <AcctTabs current="seals" />
      <Notice />
      <Panel title={t('title')} action={mayManage && seals.length > 0 ? <Additions /> : undefined}>
        {seals.length === 0 ? (
          <Empty icon="sign" title={t('none')}>
            <p className="mb-4">{t(mayManage ? 'firstStep' : 'askAdministrator')}</p>
            {mayManage && <Additions />}
          </Empty>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {seals.map((seal) => (
              <li key={seal.id}>
                <SealCard seal={seal} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

function Additions() {
  const t = useTranslations('seals')
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <a href={`${SEALS}/drawn`} className="btn btn-sm btn-primary">
        {t('draw.action')}
      </a>
      <a href={`${SEALS}/uploaded`} className="btn btn-sm btn-outline">
        <Icon name="plus" className="size-4" />
        {t('upload.action')}
      </a>
    </div>
  )
}

function SealCard({ seal }: { seal: ListedSeal }) {
  const t = useTranslations('seals')
  const { width, height } = sizeOf(seal.look)
  return (
    <a
      href={`${SEALS}/${seal.id}`}
      className="flex h-full items-center gap-4 rounded-box border border-base-300 p-3 hover:border-primary"
    >
      <span className="grid size-24 shrink-0 place-items-center rounded-box bg-white p-1">
        <img
          src={`${SEALS}/${seal.id}/picture`}
          alt=""
          className={`max-h-full max-w-full ${seal.retired_at ? 'opacity-40 grayscale' : ''}`}
        />
      </span>
      <span className="wrap-anywhere min-w-0">
        <span className="block font-medium">{seal.label}</span>
        <span className="block text-base-content/75 text-sm">{t(`kind.${seal.kind}`)}</span>
        <span className="block text-base-content/75 text-sm tabular-nums">
          {t('size', { width, height })}
        </span>
        {seal.retired_at && (
          <Tag>
            {t('retired')} <Day at={seal.retired_at} />
          </Tag>
        )}
      </span>
    </a>
  )
}
