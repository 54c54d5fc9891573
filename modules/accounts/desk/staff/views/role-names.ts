import type { StaffRole } from '#src/core/viewer.ts'
import { useTranslations } from '#views/language.tsx'

/** Makes a function that returns the names of roles in one line. */
export function useRoleNames(): (roles: readonly StaffRole[]) => string {
  const t = useTranslations('desk.staff')
  return (roles) =>
    roles.length ? roles.map((role) => t(`roles.${role}.name`)).join(t('separator')) : t('noRoles')
}
