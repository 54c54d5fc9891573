import type { suggestContacts } from '#modules/contacts/index.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, FormProblem, ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { LANGUAGES } from '#views/layout/language-switch.tsx'
import { useMay } from '#views/permissions.ts'
import type { ReviewerKind } from '../../schema.ts'
import type { Reviewer } from '../reviewer.ts'

type SuggestedContact = Awaited<ReturnType<typeof suggestContacts>>[number]

interface Props extends FormState {
  documentId: string
  kind: ReviewerKind
  /** Null for a new reviewer. */
  reviewer: Reviewer | null
  colleagues: { id: string; name: string; department: string }[]
  /** Contacts of the address book that match the search. */
  contacts: SuggestedContact[]
  keyword?: string
}

export function ReviewerFormPart({
  documentId,
  kind,
  reviewer,
  colleagues,
  contacts,
  keyword,
  ...formState
}: Props) {
  const t = useTranslations('review')
  const { values, problems, details = {} } = formState
  const path = `/mgmt/${documentId}/reviewers`
  const field = { values, problems }
  if (kind === 'internal' && !reviewer && !colleagues.length)
    return <NoColleagues problem={problems?.account ?? problems?.form} details={details} />
  const form = (
    <ActionForm
      id="reviewer-form"
      action={reviewer ? `${path}/${reviewer.id}` : `${path}?kind=${kind}`}
      submit={t(reviewer ? 'setting.save' : 'setting.addThis')}
      cancel={`/mgmt/${documentId}/invite-review`}
      problem={problems?.form}
      details={details}
    >
      <ProblemDetails value={details}>
        {kind === 'internal' ? (
          <Colleague reviewer={reviewer} colleagues={colleagues} field={field} />
        ) : (
          <>
            <TextField
              {...field}
              name="name"
              label={t('field.name')}
              required
              autoComplete="off"
              data-suggests="name"
              autoFocus={!problems}
            />
            {!reviewer?.wasAsked && (
              <TextField
                {...field}
                name="email"
                label={t('field.email')}
                type="email"
                required
                autoComplete="off"
              />
            )}
            <TextField {...field} name="mobile" label={t('field.mobile')} type="tel" autoComplete="off" />
            <TextField {...field} name="department" label={t('field.organisation')} autoComplete="off" />
            <SelectField
              {...field}
              name="locale"
              label={t('field.locale')}
              options={LANGUAGES.map(({ locale, lang, name }) => ({ value: locale, label: name, lang }))}
            />
          </>
        )}
        <CheckField {...field} name="reviews">
          {t('field.reviews')}
        </CheckField>
        <CheckField {...field} name="signs">
          {t('field.signs')}
        </CheckField>
        <CheckField {...field} name="keeps">
          {t('field.keeps')}
        </CheckField>
      </ProblemDetails>
    </ActionForm>
  )
  if (kind === 'internal' || reviewer || (!contacts.length && !keyword)) return form
  return (
    <>
      <FromContacts contacts={contacts} keyword={keyword} path={`${path}/new`} />
      {form}
    </>
  )
}

/** Shown instead of the form if there is no colleague to add: a link to invite one into the team. */
function NoColleagues({ problem, details }: { problem?: MessageKey; details: FormState['details'] }) {
  const t = useTranslations('review.setting')
  const mayInvite = useMay('member.invite')
  return (
    <>
      <FormProblem problem={problem} values={details} />
      <p>{t('noColleagues')}</p>
      {mayInvite && (
        <p className="mt-3">
          <a href="/mgmt/acct-info/members" className="btn btn-primary">
            {t('inviteMembers')}
          </a>
        </p>
      )}
    </>
  )
}

interface ColleagueProps {
  reviewer: Reviewer | null
  colleagues: Props['colleagues']
  field: FormState
}

function Colleague({ reviewer, colleagues, field }: ColleagueProps) {
  const t = useTranslations('review')
  if (reviewer)
    return (
      <p className="wrap-anywhere mb-2">
        {reviewer.name} · {reviewer.email}
      </p>
    )
  const options = colleagues.map(({ id, name, department }) => ({
    value: id,
    label: [name, department].filter(Boolean).join(' · '),
  }))
  return (
    <SelectField
      {...field}
      name="account"
      label={t('field.colleague')}
      required
      autoFocus={!field.problems}
      options={[{ value: '', label: t('setting.choose') }, ...options]}
    />
  )
}

type ReviewerFormProps = FormState & { reviewer: Reviewer }

export function RemovalForm({ reviewer: { id, document_id, name } }: ReviewerFormProps) {
  const t = useTranslations('review.setting.removal')
  return (
    <ActionForm
      id="removal-form"
      action={`/mgmt/${document_id}/reviewers/${id}/removal`}
      submit={t('submit')}
      cancel={`/mgmt/${document_id}/invite-review`}
      isDestructive
    >
      <p className="wrap-anywhere">{t('text', { name })}</p>
    </ActionForm>
  )
}

/** Changes the address of a reviewer who was already invited; possible only once. */
export function EmailChangeForm({ reviewer, values, problems, details = {} }: ReviewerFormProps) {
  const t = useTranslations('review')
  const { id, document_id, name, email, isWaitedFor } = reviewer
  return (
    <ActionForm
      id="email-form"
      action={`/mgmt/${document_id}/reviewers/${id}/email`}
      submit={t(isWaitedFor ? 'setting.email.submit' : 'setting.email.submitLater')}
      cancel={`/mgmt/${document_id}/${isWaitedFor ? 'review-doc' : 'invite-review'}`}
      problem={problems?.form}
      details={details}
    >
      <p className="wrap-anywhere mb-2">
        {t(isWaitedFor ? 'setting.email.text' : 'setting.email.later', { name, email })}
      </p>
      <TextField
        values={values}
        problems={problems}
        name="email"
        label={t('field.newEmail')}
        type="email"
        required
        autoFocus
        autoComplete="off"
      />
    </ActionForm>
  )
}

interface FromContactsProps {
  contacts: SuggestedContact[]
  keyword?: string
  path: string
}

/** Fills the form from a contact with one click. */
function FromContacts({ contacts, keyword, path }: FromContactsProps) {
  const t = useTranslations('review.setting.contacts')
  return (
    <section id="from-contacts" className="mb-3 rounded-box border border-base-300 p-3">
      <form
        method="get"
        action={path}
        hx-get={path}
        hx-target="#from-contacts"
        hx-select="#from-contacts"
        hx-swap="outerHTML"
        className="flex flex-wrap items-end gap-2"
      >
        <input type="hidden" name="kind" value="external" />
        <label className="min-w-0 flex-1 text-sm">
          <span className="mb-1.5 block">{t('label')}</span>
          <input
            name="keyword"
            type="search"
            defaultValue={keyword}
            maxLength={60}
            className="input input-sm w-full"
          />
        </label>
        <button type="submit" className="btn btn-outline btn-sm">
          {t('find')}
        </button>
      </form>
      {contacts.length === 0 && <p className="mt-2 text-base-content/75 text-sm">{t('none')}</p>}
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {contacts.map((one) => (
          <li key={one.id}>
            <a
              href={`${path}?${fieldsOf(one)}`}
              className="btn btn-xs btn-outline wrap-anywhere h-auto min-h-6 whitespace-normal"
              hx-get={`${path}?${fieldsOf(one)}`}
              hx-target="#reviewer-form"
              hx-select="#reviewer-form"
              hx-swap="outerHTML"
            >
              {[one.name, one.organisation].filter(Boolean).join(' · ')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const fieldsOf = ({ name, email, mobile, organisation }: SuggestedContact) =>
  new URLSearchParams({ kind: 'external', name, email, mobile, department: organisation }).toString()
