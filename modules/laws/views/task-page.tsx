import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem, SelectField, WordsField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type KnownLaw, lawPath, lawWords } from '../law.ts'
import { MAX_LENGTHS } from '../law-form.ts'
import { hasNewVersion, TASKS, type Task, versionInForce } from '../task.ts'

interface Props extends FormState {
  task: Task
  /** The law; undefined if no template cites it any more. */
  law?: KnownLaw
  viewerId: string
  locale: Locale
  done?: string
}

/** A template or a block to check, or a law to be reviewed: the reason, the due date, and the result. */
export function TaskPage({ task, law, viewerId, locale, done, ...form }: Props) {
  const t = useTranslations('laws')
  const { id, kind, state } = task
  const name = lawWords(law ?? { name: task.law, en: null }, locale)
  return (
    <>
      <PageHead title={[t(`task.kind.${kind}`), useSubject(task)].join(' ').trim()} lead={name}>
        <a href={TASKS} className="btn btn-ghost">
          {t('tasks.title')}
        </a>
      </PageHead>
      {done === 'finished' && state === 'done' && (
        <p role="status" className="alert alert-success alert-soft mb-4">
          <Icon name="check" className="size-5" />
          {t('done.finished')}
        </p>
      )}
      <OwnerBar at={`${TASKS}/${id}`} item={task} viewerId={viewerId} isOpen={state === 'open'} done={done} />
      <FormProblem problem={form.problems?.form} />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('task.about')}>
          <TaskFacts task={task} name={name} />
        </Panel>
        {state === 'open' && (
          <Panel title={t('task.finish')}>
            <FinishForm task={task} {...form} />
          </Panel>
        )}
      </div>
    </>
  )
}

function useSubject({ kind, code }: Task): string {
  const locale = localeOf(useLocale())
  const entry = kind === 'template' && libraryEntries().find(({ template }) => template.code === code)
  return entry ? twinIn(entry.template.title, locale) : code
}

function TaskFacts({ task, name }: { task: Task; name: string }) {
  const t = useTranslations('laws')
  const { kind, code, version, version_name, in_force_from, what, created_at, state } = task
  const currentVersion = kind === 'template' ? versionInForce(code) : null
  const versions =
    version === null
      ? null
      : currentVersion === null || currentVersion === version
        ? version
        : `${version} → ${currentVersion}`
  const facts = [
    {
      label: t('column.law'),
      value: (
        <a className="link" href={lawPath(task.law)}>
          {name}
        </a>
      ),
    },
    ...(in_force_from
      ? [
          { label: t('change.versionName'), value: version_name },
          { label: t('column.since'), value: in_force_from },
          { label: t('change.what'), value: <span className="whitespace-pre-line">{what}</span> },
        ]
      : []),
    ...(kind === 'template'
      ? [
          {
            label: t('task.template'),
            value: (
              <a className="link" href={`/desk/templates/${code}`} lang="en">
                {code}
              </a>
            ),
          },
          { label: t('task.versions'), value: versions },
        ]
      : []),
    { label: t('task.opened'), value: <Moment at={created_at} /> },
    ...(state === 'open'
      ? [{ label: t('task.due'), value: <Due at={task.due_at} overdue={isOverdue(task)} /> }]
      : []),
    ...(state === 'done'
      ? [
          { label: t('task.result'), value: t(`task.${task.outcome ?? 'unchanged'}`) },
          { label: t('task.note'), value: <span className="whitespace-pre-line">{task.note}</span> },
          { label: t('task.doneBy'), value: task.doerName ?? '–' },
          { label: t('task.doneAt'), value: <Moment at={task.done_at!} /> },
        ]
      : []),
    ...(state === 'withdrawn' ? [{ label: t('task.result'), value: t('task.withdrawnMeaning') }] : []),
  ]
  return <Facts facts={facts} />
}

function FinishForm({ task, values, problems }: FormState & { task: Task }) {
  const t = useTranslations('laws.task')
  const { id, kind, law } = task
  const form = { values, problems }
  const chooseLabel = useTranslations('desk')('choose')
  const isReview = kind === 'review'
  const options = [
    ...(isReview ? [] : [{ value: '', label: chooseLabel }]),
    { value: 'unchanged', label: t(isReview ? 'noReview' : 'unchanged') },
    ...(isReview ? [] : [{ value: 'published', label: t('published') }]),
  ]
  return (
    <>
      <p className="mb-2 max-w-prose text-sm">
        {t(
          isReview
            ? 'reviewLead'
            : kind === 'block'
              ? 'blockLead'
              : hasNewVersion(task)
                ? 'newLead'
                : 'oldLead',
        )}
      </p>
      {isReview && (
        <p className="mb-2">
          <a className="btn btn-primary" href={`${lawPath(law)}/review`}>
            {t('record')}
          </a>
        </p>
      )}
      <form method="post" action={`${TASKS}/${id}/completion`} noValidate>
        <SelectField name="outcome" label={t('result')} options={options} required {...form} />
        <WordsField
          name="note"
          label={t('note')}
          hint={t('noteHint')}
          rows={3}
          maxLength={MAX_LENGTHS.note}
          required
          {...form}
        />
        <button type="submit" className={`btn mt-2 ${isReview ? 'btn-outline' : 'btn-primary'}`}>
          {t('finish')}
        </button>
      </form>
    </>
  )
}
