import type { FormState } from '#src/http/body.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { listPath, readFilter } from '../../list/filter.ts'
import type { SavedView } from '../choices.ts'
import { type ListedLabel, MAX_LABELS } from '../label.ts'
import { MAX_VIEWS } from '../saved-view.ts'
import { LABEL_KINDS, type LabelKind } from '../schema.ts'
import { LabelFields } from './label-forms.tsx'
import { TagMark } from './tag-mark.tsx'

interface Props {
  labels: ListedLabel[]
  views: SavedView[]
  /** The refused form that adds a label, with its `kind` among the values. */
  newLabelForm: FormState
}

const CARD = 'rounded-box border border-base-300 bg-base-100 p-5'

/** The team's folders and tags, and the person's saved views. */
export function FilingPage({ labels, views, newLabelForm }: Props) {
  const t = useTranslations('documents')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title={t('filing.title')} lead={t('filing.lead')}>
        <a href="/mgmt/my-docs" className="btn btn-outline">
          {t('archive.back')}
        </a>
      </PageHead>
      <div className="grid gap-4">
        {LABEL_KINDS.map((kind) => (
          <LabelPanel
            key={kind}
            kind={kind}
            labels={labels.filter((label) => label.kind === kind)}
            newLabelForm={newLabelForm.values?.kind === kind ? newLabelForm : {}}
          />
        ))}
        <SavedViews views={views} />
      </div>
      <ActionPlace />
    </div>
  )
}

interface LabelPanelProps {
  kind: LabelKind
  labels: ListedLabel[]
  newLabelForm: FormState
}

function LabelPanel({ kind, labels, newLabelForm }: LabelPanelProps) {
  const t = useTranslations('documents.filing')
  const mayManageLabels = useMay('document.create')
  return (
    <section className={CARD} aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`} className="font-serif text-lg">
        {t(`heading.${kind}`)}
      </h2>
      <p className="text-base-content/75 text-sm">{t(`about.${kind}`, { max: MAX_LABELS[kind] })}</p>
      {labels.length > 0 && (
        <ul className="my-3 divide-y divide-base-300 border-base-300 border-y">
          {labels.map((label) => (
            <li key={label.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <a href={`/mgmt/my-docs?${kind}=${label.id}`} className="link-hover wrap-anywhere min-w-0 grow">
                {kind === 'tag' ? <TagMark label={label} /> : label.name}
              </a>
              <span className="text-base-content/75 text-sm tabular-nums">
                {t('count', { count: label.count ?? 0 })}
              </span>
              {mayManageLabels && (
                <>
                  <ActionLink
                    href={`/mgmt/filing/labels/${label.id}`}
                    label={t('changeNamed', { name: label.name })}
                    className="btn btn-ghost btn-sm"
                  >
                    {t('change')}
                  </ActionLink>
                  <ActionLink
                    href={`/mgmt/filing/labels/${label.id}/removal`}
                    label={t('removeNamed', { name: label.name })}
                    className="btn btn-ghost btn-sm"
                  >
                    {t('remove')}
                  </ActionLink>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayManageLabels && (
        <form
          id={`new-${kind}`}
          method="post"
          action="/mgmt/filing/labels"
          className="flex max-w-lg flex-wrap items-end gap-3"
          noValidate
        >
          <LabelFields {...newLabelForm} kind={kind} />
          <button type="submit" className="btn btn-outline mb-1">
            {t(`add.${kind}`)}
          </button>
        </form>
      )}
    </section>
  )
}

function SavedViews({ views }: { views: SavedView[] }) {
  const t = useTranslations('documents.views')
  return (
    <section id="views" className={CARD} aria-labelledby="views-title">
      <h2 id="views-title" className="font-serif text-lg">
        {t('title')}
      </h2>
      <p className="text-base-content/75 text-sm">{t('about', { max: MAX_VIEWS })}</p>
      {views.length > 0 && (
        <ul className="mt-3 divide-y divide-base-300 border-base-300 border-y">
          {views.map(({ id, name, query }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-2">
              <a
                href={listPath(readFilter(Object.fromEntries(new URLSearchParams(query))))}
                className="link-hover wrap-anywhere min-w-0 grow"
              >
                {name}
              </a>
              <form method="post" action={`/mgmt/filing/views/${id}/removal`}>
                <button
                  type="submit"
                  aria-label={t('removeNamed', { name })}
                  className="btn btn-ghost btn-sm"
                >
                  {t('remove')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
