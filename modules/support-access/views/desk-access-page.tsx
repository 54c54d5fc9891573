import type { FormState } from '#src/http/body.ts'
import { WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import type { Access, OpenedPage } from '../access.ts'
import { AccessWithPages, PastAccesses } from './accesses.tsx'

interface Props extends FormState {
  account: { id: string; name: string; role: string; state: string }
  rows: Access[]
  pages: OpenedPage[]
  viewerId: string
  /** The action that has just been completed, from the URL. */
  done?: string
}

const DONE = ['asked', 'withdrawn', 'left'] as const

/** The page on which staff request access to a customer's pages. */
export function DeskAccessPage({ account, rows, pages, viewerId, done, ...form }: Props) {
  const t = useTranslations('supportAccess.desk')
  const mayModerate = useMay('desk.moderation')
  const doneAction = DONE.find((one) => one === done)
  const openAccess = rows.find(({ state }) => state === 'asked' || state === 'allowed')
  const pastAccesses = rows.filter((one) => one !== openAccess)
  const mayAsk = mayModerate && !openAccess && account.role !== 'agent' && account.state === 'active'
  return (
    <>
      <PageHead title={t('title')} lead={account.name}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {t('back')}
        </a>
      </PageHead>
      {doneAction && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${doneAction}`)}
        </p>
      )}
      <div className="grid max-w-3xl gap-4">
        {(mayAsk || form.problems) && (
          <Panel title={t('ask')}>
            <form method="post" action={`/desk/accounts/${account.id}/support-access`} noValidate>
              <p className="mb-2 max-w-prose text-base-content/75 text-sm">{t('meaning')}</p>
              <WordsField
                {...form}
                name="reason"
                label={t('reason')}
                hint={t('reasonHint')}
                rows={3}
                maxLength={500}
                required
              />
              <button type="submit" className="btn btn-primary mt-2">
                {t('ask')}
              </button>
            </form>
          </Panel>
        )}
        {openAccess && (
          <Panel title={t('open')}>
            <AccessWithPages access={openAccess} pages={pages} />
            {mayModerate && openAccess.staff_id === viewerId && <Actions access={openAccess} />}
          </Panel>
        )}
        {(pastAccesses.length > 0 || !openAccess) && (
          <PastAccesses accesses={pastAccesses} pages={pages} emptyText={t('none')} />
        )}
      </div>
    </>
  )
}

function Actions({ access }: { access: Access }) {
  const t = useTranslations('supportAccess.desk')
  const path = `/desk/accounts/${access.account_id}/support-access`
  const isAllowed = access.state === 'allowed'
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isAllowed && (
        <form method="post" action={`${path}/entry`}>
          <input type="hidden" name="access" value={access.id} />
          <button type="submit" className="btn btn-primary">
            {t('enter')}
          </button>
        </form>
      )}
      <form method="post" action={`${path}/withdrawal`}>
        <input type="hidden" name="access" value={access.id} />
        <button type="submit" className="btn">
          {t(isAllowed ? 'end' : 'withdraw')}
        </button>
      </form>
    </div>
  )
}
