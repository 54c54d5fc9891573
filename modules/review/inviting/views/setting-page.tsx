import { type Document, EmptyFields } from '#modules/documents/index.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Tag } from '#views/parts.tsx'
import { Area } from '../../reading/views/comment-form.tsx'
import { MAX_ROUNDS } from '../../review-step.ts'
import { REVIEWER_KINDS, type ReviewerKind } from '../../schema.ts'
import { maySetReviewers, type Reviewer } from '../reviewer.ts'

interface Props extends FormState {
  document: Document
  reviewers: Reviewer[]
  /** Id of the reviewer who was just added or changed. */
  changedId?: string
}

const MAX_ROWS = 3

/** The reviewers of a draft, the deadline, and the form that sends it. */
export function SettingPage({ document, reviewers, changedId, values, problems, details = {} }: Props) {
  const t = useTranslations('review.setting')
  const isDraft = document.status === 'draft'
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title={t('title')} lead={`${document.name} · ${document.number}`}>
        <a href={`/mgmt/${document.id}/${isDraft ? 'edit-doc' : 'review-doc'}`} className="btn btn-ghost">
          {t(isDraft ? 'toDraft' : 'toReview')}
        </a>
      </PageHead>
      <FormProblem problem={problems?.form} values={details} />
      {isDraft && <EmptyFields document={document} />}
      {REVIEWER_KINDS.map((kind) => (
        <ReviewersOfKind
          key={kind}
          kind={kind}
          document={document}
          changedId={changedId}
          kindReviewers={reviewers.filter((one) => one.kind === kind)}
        />
      ))}
      {isDraft ? (
        <form
          method="post"
          action={`/mgmt/${document.id}/invite-review`}
          noValidate
          className="mt-6"
          data-keeps={`invite-review ${document.id}`}
        >
          <ProblemDetails value={details}>
            <div className="max-w-60">
              <TextField
                values={values}
                problems={problems}
                name="due"
                label={t('due')}
                type="date"
                required
              />
            </div>
            <Area
              name="note"
              label={t('note')}
              hint={t('noteHint')}
              value={values?.note ?? ''}
              rows={3}
              problems={problems}
            />
          </ProblemDetails>
          <p className="my-3 max-w-prose text-base-content/75 text-sm">{t('locked')}</p>
          <button type="submit" className="btn btn-primary">
            <Icon name="message" className="size-4" />
            {t('start')}
          </button>
        </form>
      ) : (
        <p className="mt-6 alert alert-info alert-soft">{t('notDraft')}</p>
      )}
      <ActionPlace />
    </div>
  )
}

interface KindProps {
  kind: ReviewerKind
  document: Document
  kindReviewers: Reviewer[]
  changedId?: string
}

function ReviewersOfKind({ kind, document, kindReviewers, changedId }: KindProps) {
  const t = useTranslations('review.setting')
  const add = `/mgmt/${document.id}/reviewers/new?kind=${kind}`
  return (
    <section className="mb-4 rounded-box border border-base-300 bg-base-100 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-lg">{t(`kind.${kind}`)}</h2>
        {!maySetReviewers(document) ? null : kindReviewers.length < MAX_ROWS ? (
          <ActionLink href={add}>
            <Icon name="plus" className="size-4" />
            {t(`add.${kind}`)}
          </ActionLink>
        ) : (
          <span className="text-base-content/75 text-sm">{t(`full.${kind}`)}</span>
        )}
      </div>
      {kindReviewers.length === 0 ? (
        <p className="mt-1 max-w-prose text-base-content/75 text-sm">{t(`none.${kind}`)}</p>
      ) : (
        <ul className="mt-2 divide-y divide-base-300">
          {kindReviewers.map((one) => (
            <ReviewerRow
              key={one.id}
              reviewer={one}
              isEditable={maySetReviewers(document)}
              isChanged={one.id === changedId}
            />
          ))}
        </ul>
      )}
      {kindReviewers.some(({ wasAsked }) => kind === 'external' && !wasAsked) && (
        <p className="mt-1 max-w-prose text-base-content/75 text-sm">{t('email.before')}</p>
      )}
    </section>
  )
}

function ReviewerRow({
  reviewer,
  isEditable,
  isChanged,
}: {
  reviewer: Reviewer
  isEditable: boolean
  isChanged: boolean
}) {
  const t = useTranslations('review.setting')
  const { id, document_id, name, email, department, reviews, signs, keeps, kind, used } = reviewer
  const { wasAsked, email_changed_at } = reviewer
  const path = `/mgmt/${document_id}/reviewers/${id}`
  return (
    <li
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the focus stays at the reviewer who was just changed
      autoFocus={isChanged}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-base-content/75 text-sm">{[email, department].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          {reviews ? (
            <Tag accent>{t('flag.reviews', { left: MAX_ROUNDS - used })}</Tag>
          ) : (
            <Tag>{t('flag.notAsked')}</Tag>
          )}
          {signs && <Tag>{t('flag.signs')}</Tag>}
          {keeps && <Tag>{t('flag.keeps')}</Tag>}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        {isEditable && (
          <ActionLink href={path} className="btn btn-ghost btn-sm" label={t('editOf', { name })}>
            {t('edit')}
          </ActionLink>
        )}
        {wasAsked && kind === 'external' && email_changed_at && (
          <span className="px-3 py-1.5 text-base-content/75 text-sm">{t('email.used')}</span>
        )}
        {wasAsked && kind === 'external' && !email_changed_at && (
          <ActionLink href={`${path}/email`} className="btn btn-ghost btn-sm" label={t('emailOf', { name })}>
            {t('email.open')}
          </ActionLink>
        )}
        {isEditable && (
          <ActionLink
            href={`${path}/removal`}
            className="btn btn-ghost btn-sm"
            label={t('removeOf', { name })}
          >
            {t('removal.open')}
          </ActionLink>
        )}
      </div>
    </li>
  )
}
