import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { type Ending, LEAVING } from '../mode.ts'

interface Props {
  reason: Ending
  /** Whether the request submitted a form, which was refused. */
  wasForm: boolean
  /** The customer, if the account still exists. */
  name?: string
  accountId?: string
}

/** Informs staff that the access has ended, before they return to their own pages. */
export function AccessEndedPage({ reason, wasForm, name, accountId }: Props) {
  const t = useTranslations('supportAccess.over')
  const mayAsk = useMay('desk.accounts') && accountId !== undefined
  return (
    <main id="main" className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      <Icon name="info" className="size-12 text-base-content/60" />
      <h1 className="font-serif text-2xl">{name ? t('titleOf', { name }) : t('title')}</h1>
      <p>{t(`why.${reason}`)}</p>
      {wasForm && <p className="font-medium">{t('notSent')}</p>}
      <p className="text-base-content/75">{t('next')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {mayAsk && (
          <a href={`/desk/accounts/${accountId}/support-access`} className="btn btn-primary">
            {t('desk')}
          </a>
        )}
        <form method="post" action={LEAVING}>
          <button type="submit" className={`btn ${mayAsk ? '' : 'btn-primary'}`}>
            {t('own')}
          </button>
        </form>
      </div>
    </main>
  )
}
