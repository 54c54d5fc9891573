import { FormProblem, SelectField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { listPath, NO_FOLDER } from '../../list/filter.ts'
import type { ListedLabel } from '../label.ts'
import { type Selection, selectionFields } from '../selection.ts'
import { TagMark } from './tag-mark.tsx'

interface Props {
  selection: Selection
  /** The number of chosen documents; 0 when they cannot be filed. */
  count: number
  labels: ListedLabel[]
  problem?: MessageKey
  details?: Record<string, string | number>
  values: Record<string, string>
}

/** The form for the chosen documents: a folder, tags, and whether to archive them. */
export function ChosenPage({ selection, count, labels, problem, details, values }: Props) {
  const t = useTranslations('documents.filing')
  const { filter } = selection
  const back = listPath(filter, { after: filter.after, before: filter.before })
  const folders = labels.filter(({ kind }) => kind === 'folder')
  const tags = labels.filter(({ kind }) => kind === 'tag')
  return (
    <div className="grid justify-items-center">
      <Card title={t('chosen')}>
        <FormProblem problem={problem} values={details} />
        {count > 0 && (
          <form method="post" action="/mgmt/filing/chosen" className="grid gap-3">
            {selectionFields(selection).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <p>{t('count', { count })}</p>
            <SelectField
              name="folder"
              label={t('folder')}
              values={values}
              options={[
                { value: '', label: t('keep') },
                ...folders.map(({ id, name }) => ({ value: id, label: name })),
                { value: NO_FOLDER, label: t('noFolder') },
              ]}
            />
            <Tags beginning="add" label={t('addTags')} tags={tags} values={values} />
            <Tags beginning="remove" label={t('removeTags')} tags={tags} values={values} />
            <SelectField
              name="archived"
              label={t('archived')}
              values={values}
              hint={t('archivedHint')}
              options={[
                { value: '', label: t('keep') },
                { value: 'yes', label: t('archive') },
                { value: 'no', label: t('unarchive') },
              ]}
            />
            <div className="flex flex-wrap gap-2">
              <button type="submit" className="btn btn-primary">
                {t('submit')}
              </button>
              <a href="/mgmt/filing" className="btn btn-ghost">
                {t('title')}
              </a>
            </div>
          </form>
        )}
        <a href={back} className="btn btn-outline mt-3">
          {t('back')}
        </a>
      </Card>
    </div>
  )
}

interface TagsProps {
  beginning: 'add' | 'remove'
  label: string
  tags: ListedLabel[]
  values: Record<string, string>
}

function Tags({ beginning, label, tags, values }: TagsProps) {
  if (!tags.length) return null
  return (
    <fieldset>
      <legend className="mb-1 text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {tags.map((tag) => (
          <label key={tag.id} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              name={`${beginning}-${tag.id}`}
              value="yes"
              defaultChecked={values[`${beginning}-${tag.id}`] === 'yes'}
              className="checkbox checkbox-sm"
            />
            <TagMark label={tag} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
