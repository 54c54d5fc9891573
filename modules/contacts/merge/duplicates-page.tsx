import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, Tag } from '#views/parts.tsx'
import { Mailbox, Mobile } from '../views/reach.tsx'
import type { Duplicate } from './duplicates.ts'
import { MAX_MERGED } from './merge-contacts.ts'

/** The maximum number of groups that are shown; further groups follow once these are merged. */
const MAX_SHOWN = 30

/** Contacts that seem to be the same person, in groups. */
export function DuplicatesPage({ groups, problem }: { groups: Duplicate[][]; problem?: MessageKey }) {
  const t = useTranslations('contacts')
  return (
    <>
      <PageHead title={t('merge.title')} lead={groups.length > 0 && t('merge.lead')}>
        <a href="/mgmt/contacts" className="btn btn-ghost">
          {t('import.back')}
        </a>
      </PageHead>
      <FormProblem problem={problem} />
      {groups.length === 0 && (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Empty icon="contact" title={t('merge.none')}>
            <p>{t('merge.noneHint')}</p>
          </Empty>
        </div>
      )}
      <div className="mt-3 grid gap-4">
        {groups.slice(0, MAX_SHOWN).map((group) => (
          <DuplicateGroup key={group[0]!.id} group={group.slice(0, MAX_MERGED)} />
        ))}
      </div>
      {groups.length > MAX_SHOWN && <p className="mt-3 text-sm">{t('merge.further')}</p>}
    </>
  )
}

function DuplicateGroup({ group }: { group: Duplicate[] }) {
  const t = useTranslations('contacts')
  return (
    <form
      method="get"
      action="/mgmt/contacts/merge"
      className="rounded-box border border-base-300 bg-base-100 p-4"
    >
      <ul className="grid gap-2">
        {group.map(({ id, type, name, organisation, mobile, email, group_name }) => (
          <li key={id} className="flex items-start gap-3">
            <input
              type="checkbox"
              id={`id-${id}`}
              name="id"
              value={id}
              defaultChecked
              className="checkbox checkbox-sm mt-0.5"
            />
            <div className="wrap-anywhere min-w-0">
              <label htmlFor={`id-${id}`} className="font-medium">
                {name}
              </label>{' '}
              <Tag>{t(`type.${type}`)}</Tag> {group_name && <Tag>{group_name}</Tag>}
              <div className="flex flex-wrap gap-x-4 text-base-content/75 text-sm">
                {organisation && <span>{organisation}</span>}
                <Mobile number={mobile} />
                <Mailbox address={email} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex justify-end">
        <button type="submit" className="btn btn-outline btn-sm">
          {t('merge.compare')}
        </button>
      </div>
    </form>
  )
}
