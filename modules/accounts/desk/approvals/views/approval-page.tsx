import type { OpenMoney } from '#src/auth/open-money.ts'
import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Change } from '../../desk-log.ts'
import { ChangeLine } from '../../views/action-list.tsx'
import { OpenMoneyList } from '../../views/open-money-list.tsx'
import type { ListedApproval } from '../approval.ts'
import { ApprovalState } from './approvals-page.tsx'

interface Props extends FormState {
  approval: ListedApproval
  /** Whether it is the viewer's own request, which they may not decide. */
  isOwn: boolean
  mayDecide: boolean
  /** The unsettled money of an account that is to be erased. */
  openMoney: OpenMoney[]
  /** The completed action, from the address. */
  done?: string
}

const HOME = '/desk/approvals'

const DONE = { requested: 'open', approved: 'approved', refused: 'refused', withdrawn: 'withdrawn' } as const

export function ApprovalPage({ approval, isOwn, mayDecide, openMoney, done, ...form }: Props) {
  const t = useTranslations('desk.approval')
  const doneAction = (Object.keys(DONE) as (keyof typeof DONE)[]).find((one) => one === done)
  return (
    <>
      <PageHead title={t(`kind.${approval.kind}`)} lead={approval.accountName ?? undefined}>
        <a className="btn btn-ghost" href={HOME}>
          {t('all')}
        </a>
      </PageHead>
      {doneAction && DONE[doneAction] === approval.state && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${doneAction}`)}
        </p>
      )}
      {done === 'waits' && approval.state === 'open' && (
        <p role="alert" className="alert alert-warning alert-soft mb-4 text-sm">
          {t('waitsAlready')}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('what')}>
          <p className="mb-2 max-w-prose text-sm">{t(`effect.${approval.kind}`)}</p>
          {approval.facts.map((fact) => (
            <ChangeLine key={fact.what} change={fact as Change} />
          ))}
          <OpenMoneyList open={openMoney} />
          <div className="mt-3">
            <ApprovalFacts approval={approval} />
          </div>
        </Panel>
        {approval.state === 'open' && (
          <Panel title={t('decision')}>
            <ProblemDetails value={form.details ?? {}}>
              <FormProblem problem={form.problems?.form} />
              {isOwn ? (
                <Withdrawal id={approval.id} />
              ) : mayDecide ? (
                <DecisionForm id={approval.id} {...form} />
              ) : (
                <p>{t('notYours')}</p>
              )}
            </ProblemDetails>
          </Panel>
        )}
      </div>
    </>
  )
}

function ApprovalFacts({ approval }: { approval: ListedApproval }) {
  const t = useTranslations('desk.approval')
  const { decided_at: decidedAt } = approval
  const decision = [
    {
      label: t(approval.state === 'withdrawn' ? 'withdrawnBy' : 'decider'),
      value: approval.deciderName,
    },
    { label: t('decidedAt'), value: decidedAt && <Moment at={decidedAt} /> },
    ...(approval.state === 'refused' ? [{ label: t('note'), value: approval.note }] : []),
  ]
  return (
    <Facts
      facts={[
        {
          label: t('page'),
          value: (
            <a className="link wrap-anywhere" href={approval.path}>
              {t('toPage')}
            </a>
          ),
        },
        { label: t('reason'), value: approval.reason },
        { label: t('requester'), value: approval.requesterName },
        { label: t('requestedAt'), value: <Moment at={approval.requested_at} /> },
        { label: t('stateLabel'), value: <ApprovalState state={approval.state} /> },
        ...(decidedAt ? decision : []),
      ]}
    />
  )
}

function Withdrawal({ id }: { id: string }) {
  const t = useTranslations('desk.approval')
  return (
    <form method="post" action={`${HOME}/${id}/withdrawal`}>
      <p className="mb-2 text-sm">{t('own')}</p>
      <button type="submit" className="btn btn-outline">
        {t('withdraw')}
      </button>
    </form>
  )
}

function DecisionForm({ id, ...form }: { id: string } & FormState) {
  const t = useTranslations('desk.approval')
  return (
    <>
      <form method="post" action={`${HOME}/${id}/approval`}>
        <p className="mb-2 text-sm">{t('approveMeaning')}</p>
        <button type="submit" className="btn btn-primary" data-key="a">
          {t('approve')}
        </button>
      </form>
      <form method="post" action={`${HOME}/${id}/refusal`} noValidate className="mt-4">
        <TextField {...form} name="note" label={t('note')} hint={t('noteHint')} required maxLength={500} />
        <button type="submit" className="btn btn-outline mt-2">
          {t('refuse')}
        </button>
      </form>
    </>
  )
}
