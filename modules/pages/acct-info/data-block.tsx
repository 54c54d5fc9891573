import { ActionLink } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'

/** Export of personal data, and deletion of the account. */
export function DataBlock({ askedAt }: { askedAt: Date | null }) {
  const t = useTranslations('acctInfo')
  return (
    <Panel title={t('myData')}>
      <p className="mb-3 max-w-prose text-sm">{t('exportLead')}</p>
      <a href="/mgmt/acct-info/export" className="btn btn-outline btn-sm">
        <Icon name="download" className="size-4" />
        {t('export')}
      </a>
      <hr className="my-4 border-base-300" />
      <p className="mb-3 text-sm">{t('deletionShort')}</p>
      {askedAt ? (
        <p className="text-sm">
          {t('deletionAsked')} <Day at={askedAt} />
        </p>
      ) : (
        <ActionLink href="/mgmt/acct-info/deletion">{t('action.deletion')}</ActionLink>
      )}
    </Panel>
  )
}
