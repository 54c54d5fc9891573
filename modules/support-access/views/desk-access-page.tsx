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
  /** The completed action, from the URL. */
  done?: string
}

const DONE = ['asked', 'withdrawn', 'left'] as const

/** The page on which staff request access to a customer's pages. */
export function DeskAccessPage({ account, rows, pages, viewerId, done, ...form }: Props) {
  const t = useTranslations('supportAccess.desk')
  const may = useMay('desk.moderation')
  const known = DONE.find((one) => one === done)
  const open = rows.find(({ state }) => state === 'asked' || state === 'allowed')
  const past = rows.filter((one) => one !== open)
  const asks = may && !open && account.role !== 'agent' && account.state === 'active'
  return (
    <>
      <PageHead title={t('title')} lead={account.name}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {t('back')}
        </a>
      </PageHead>
      {known && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${known}`)}
        </p>
      )}
      <div className="grid max-w-3xl gap-4">
        {(asks || form.problems) && (
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
        {open && (
          <Panel title={t('open')}>
            <AccessWithPages access={open} pages={pages} />
            {may && open.staff_id === viewerId && <Actions access={open} />}
          </Panel>
        )}
        {(past.length > 0 || !open) && <PastAccesses accesses={past} pages={pages} none={t('none')} />}
      </div>
    </>
  )
}

function Actions({ access }: { access: Access }) {
  const t = useTranslations('supportAccess.desk')
  const path = `/desk/accounts/${access.account_id}/support-access`
  const allowed = access.state === 'allowed'
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {allowed && (
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
          {t(allowed ? 'end' : 'withdraw')}
        </button>
      </form>
    </div>
  )
}
