import type { FormState } from '#src/http/body.ts'
import { ProblemDetails, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'
import type { OwnRequest } from '../consultation.ts'
import { isAllowed } from '../moves.ts'
import { numberOf } from '../step.ts'
import { FilesField } from './fields.tsx'
import { NextStep } from './next-step.tsx'
import { RequestFacts, RequestFiles, RequestHistory } from './request-parts.tsx'
import { ConsultationStateWord } from './state-word.tsx'

interface Props extends FormState {
  request: OwnRequest
  /** The completed action, from the address. */
  done?: string
}

const DONE = ['request', 'reply', 'accept', 'decline', 'withdraw', 'confirm'] as const

/** A request for a tailor-made document, as the customer sees it. */
export function ConsultationPage({ request, done, ...formState }: Props) {
  const t = useTranslations('consultation')
  const action = DONE.find((one) => one === done)
  const mayChange = usePermissions().includes('document.create')
  const path = `/mgmt/consultations/${request.id}`
  return (
    <ProblemDetails value={formState.details ?? {}}>
      <PageHead
        title={t('pageTitle', { number: numberOf(request.id) })}
        lead={<ConsultationStateWord state={request.state} />}
      >
        <a className="btn btn-ghost" href="/mgmt/consultations">
          {t('toList')}
        </a>
      </PageHead>
      {action && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${action}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <NextStep request={request} mayChange={mayChange} {...formState} />
        <Panel title={t('requestTitle')}>
          <RequestFacts request={request} />
          <RequestFiles files={request.files} side="customer" at={path} />
        </Panel>
        <Panel title={t('history')}>
          <RequestHistory actions={request.actions} locale={request.locale} />
        </Panel>
        {((mayChange && isAllowed('reply', request)) || formState.problems?.words) && (
          <Panel title={t('replyTitle')}>
            <ReplyForm at={path} {...formState} />
          </Panel>
        )}
      </div>
    </ProblemDetails>
  )
}

function ReplyForm({ at, values, problems }: FormState & { at: string }) {
  const t = useTranslations('consultation')
  const field = { name: 'words', label: t('replyLabel'), hint: t('replyHint'), required: true }
  return (
    <form method="post" action={`${at}/reply`} encType="multipart/form-data" noValidate>
      <WordsField {...field} rows={4} maxLength={4000} values={values} problems={problems} />
      <FilesField label={t('files')} problems={problems} />
      <button type="submit" className="btn btn-outline mt-2">
        {t('replySend')}
      </button>
    </form>
  )
}
