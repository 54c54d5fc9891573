import type { StaffRole } from '#src/core/viewer.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useRoleNames } from './role-names.ts'

interface Props {
  neededRoles: StaffRole[]
  ownRoles: StaffRole[]
  leads: { id: string; name: string; email: string | null }[]
}

/** The page shown instead of a page of the desk that a member of staff may not open. */
export function RoleNeededPage({ neededRoles, ownRoles, leads }: Props) {
  const t = useTranslations('desk.roleNeeded')
  const roleNames = useRoleNames()
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center">
      <Icon name="key" className="size-12 text-warning" />
      <h1 className="font-serif text-2xl">{t('title')}</h1>
      <div>
        <p>{t('needed', { roles: roleNames(neededRoles) })}</p>
        <p className="text-base-content/75">{t('yours', { roles: roleNames(ownRoles) })}</p>
      </div>
      {leads.length > 0 && (
        <div>
          <p>{t('who')}</p>
          <ul>
            {leads.map(({ id, name, email }) => (
              <li key={id} className="wrap-anywhere">
                {name}{' '}
                {email && (
                  <a className="link" href={`mailto:${email}`}>
                    {email}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <a href="/desk" className="btn btn-primary">
        {t('back')}
      </a>
    </section>
  )
}
