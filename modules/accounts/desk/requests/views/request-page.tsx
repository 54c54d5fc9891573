import { isOverdue } from '#src/calendar/queue.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { SupportRequest } from '../request.ts'

interface Props extends FormState {
  request: SupportRequest
  viewerId: string
  /** The completed action, from the address. */
  done?: string
}

const DONE = ['recorded', 'closed'] as const

export function RequestPage({ request, viewerId, done, ...form }: Props) {
  const t = useTranslations('desk')
  const mayClose = useMay('desk.moderation')
  const doneAction = DONE.find((one) => one === done)
  return (
    <>
      <PageHead title={t(`request.${request.kind}`)} lead={request.name ?? request.sender}>
        <a className="btn btn-ghost" href="/desk/requests">
          {t('requestPage.all')}
        </a>
      </PageHead>
      {mayClose && (
        <OwnerBar
          at={`/desk/requests/${request.id}`}
          item={request}
          viewerId={viewerId}
          isOpen={!request.closed_at}
          done={done}
        />
      )}
      {doneAction && (doneAction === 'recorded' || request.closed_at) && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`requestPage.done.${doneAction}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('requestPage.facts')}>
          <RequestFacts request={request} />
        </Panel>
        {!request.closed_at && mayClose && (
          <Panel title={t('closeRequest')}>
            <form method="post" action={`/desk/requests/${request.id}/closing`} noValidate>
              <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('requestPage.closeMeaning')}</p>
              <TextField {...form} name="answer" label={t('answer')} required maxLength={500} />
              <button type="submit" className="btn btn-primary mt-2">
                {t('closeRequest')}
              </button>
            </form>
          </Panel>
        )}
      </div>
    </>
  )
}

function RequestFacts({ request }: { request: SupportRequest }) {
  const t = useTranslations('desk')
  const tCalendar = useTranslations('calendar')
  const { account_id: accountId, closed_at: closedAt } = request
  const person = accountId ? (
    <a className="link wrap-anywhere" href={`/desk/accounts/${accountId}`}>
      {request.name} ({request.username})
    </a>
  ) : (
    request.sender
  )
  const receiptFacts = [
    { label: tCalendar('due'), value: <Due at={request.due_at} overdue={isOverdue(request)} /> },
  ]
  const closingFacts = [
    { label: t('requestPage.closedAt'), value: closedAt && <Moment at={closedAt} /> },
    { label: t('answer'), value: request.answer },
  ]
  return (
    <Facts
      facts={[
        { label: t('requestKind'), value: t(`request.${request.kind}`) },
        { label: t('person'), value: person },
        { label: t('askedAt'), value: <Moment at={request.created_at} /> },
        { label: t('words'), value: <span className="whitespace-pre-line">{request.words}</span> },
        ...(closedAt ? closingFacts : receiptFacts),
      ]}
    />
  )
}
