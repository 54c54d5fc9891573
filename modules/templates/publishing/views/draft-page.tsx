import type { Template } from '#assembly/template/template.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, TextField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type Draft, doubtsIn, faultsIn, isParsed, needsReason, type ParsedDraft } from '../draft.ts'
import { DraftFrame } from './draft-frame.tsx'
import { ProblemList } from './problem-list.tsx'
import { ReviewNotes } from './review-notes.tsx'
import { ScheduleNotice } from './schedule-notice.tsx'

interface Props {
  draft: Draft
  /** The version in force. */
  current: Template | null
  /** Why the draft was not published, as a locale key. */
  problem?: MessageKey
  /** The rejected publication form. */
  formState: FormState
  /** The action that was just completed, from the URL. */
  done?: string
}

/** The findings of a check, with forms to publish the draft or to correct the source. */
export function DraftPage({ draft, current, problem, done, formState }: Props) {
  return (
    <DraftFrame draft={draft} tab="check">
      <div className="grid gap-4">
        <ScheduleNotice draft={draft} done={done} />
        <NextStep draft={draft} current={current} problem={problem} formState={formState} />
        {faultsIn(draft).length > 0 && !draft.published_at && (
          <ProblemList problems={draft.problems} yaml={draft.yaml} draft={draft.id} />
        )}
        {isParsed(draft) && <ReviewNotes notes={draft.notes} />}
      </div>
    </DraftFrame>
  )
}

function NextStep({ draft, current, problem, formState }: Props) {
  const t = useTranslations('publishing')
  if (draft.published_at)
    return (
      <p role="status" className="alert alert-success alert-soft flex-wrap">
        <span>
          {t('isPublished')} <Moment at={draft.published_at} />
        </span>
        <a className="link" href={`/desk/templates/${draft.code}`}>
          {t('toTemplate')}
        </a>
      </p>
    )
  if (!isParsed(draft) || faultsIn(draft).length) return <FormProblem problem={problem} />
  if (current && current.version >= draft.version)
    return (
      <p role="alert" className="alert alert-error alert-soft">
        {t('notAbove', { version: current.version })}
      </p>
    )
  return <PublishForm draft={draft} current={current} problem={problem} formState={formState} />
}

function PublishForm({ draft, current, problem, formState }: Props & { draft: ParsedDraft }) {
  const t = useTranslations('publishing')
  const doubts = doubtsIn(draft)
  return (
    <Panel title={t('publish.title')}>
      <form method="post" action={`/desk/templates/drafts/${draft.id}/publication`} noValidate>
        <FormProblem problem={problem} />
        <p className="max-w-prose">
          {current ? t('publish.version', { from: current.version, to: draft.version }) : t('publish.first')}
        </p>
        {doubts.length > 0 && (
          <div className="my-2">
            <ProblemList problems={doubts} yaml={draft.yaml} draft={draft.id} />
            <CheckField name="confirmed" {...formState}>
              {t(needsReason(draft) ? 'publish.looked' : 'publish.confirmed')}
            </CheckField>
            {needsReason(draft) && (
              <TextField
                name="reason"
                label={t('publish.reason')}
                hint={t('publish.reasonHint')}
                maxLength={300}
                required
                {...formState}
              />
            )}
          </div>
        )}
        <button type="submit" className="btn btn-primary mt-2">
          {t('publish.submit')}
        </button>
        <div className="mt-3 flex flex-wrap items-end gap-2 border-base-300 border-t pt-2">
          <div className="w-full sm:w-56">
            <TextField
              name="day"
              type="date"
              label={t('schedule.day')}
              hint={t('schedule.hint')}
              values={formState.values ?? { day: draft.publish_on ?? '' }}
              problems={formState.problems}
            />
          </div>
          <button
            type="submit"
            formAction={`/desk/templates/drafts/${draft.id}/scheduling`}
            className="btn btn-outline mb-6"
          >
            {t('schedule.submit')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
