import { useTranslations } from '#views/language.tsx'
import type { Capabilities } from '../../providers/remote/service.ts'

/** The abilities and limits of a service, as sentences. */
export function useAbilities(can: Capabilities): string[] {
  const t = useTranslations('signing.services.ability')
  const contact = can.contacts.email && can.contacts.phone ? 'both' : can.contacts.email ? 'email' : 'phone'
  return [
    t(`contact.${contact}`),
    t(`parallel.${can.parallel}`),
    t(can.approvers ? 'approvers' : 'noApprovers'),
    t(can.seals ? 'seals' : 'noSeals'),
    ...(Number.isFinite(can.maximumSignatories) ? [t('most', { count: can.maximumSignatories })] : []),
    ...(can.keepsSignatures ? [] : [t('first')]),
    ...(can.correctContact ? [] : [t('noCorrection')]),
  ]
}
