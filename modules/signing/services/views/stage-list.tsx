import { useTranslations } from '#views/language.tsx'
import type { Assignment } from '../../providers/choice.ts'
import type { SignatoryEntry } from '../../schema.ts'
import { SERVICE_NAMES } from '../service-names.ts'

interface Props {
  signatories: Pick<SignatoryEntry, 'name' | 'role'>[]
  /** One assignment per signatory, in the same order. */
  assignments: Assignment[]
}

/** The services in the order in which the document passes through them, with the people who sign there. */
export function StageList({ signatories, assignments }: Props) {
  const t = useTranslations('signing.services')
  const acting = assignments.flatMap((one, index) => {
    const { name, role } = signatories[index]!
    return role === 'copy' ? [] : [{ ...one, name }]
  })
  const stages = [...Map.groupBy(acting, ({ stage }) => stage)].sort(([a], [b]) => a - b)
  return (
    <ol className="list-decimal pl-5 text-sm">
      {stages.map(([stage, people]) => (
        <li key={stage} className="wrap-anywhere">
          {t('stage', {
            service: SERVICE_NAMES[people[0]!.provider],
            people: people.map(({ name }) => name || t('unnamed')).join(t('listComma')),
          })}
        </li>
      ))}
    </ol>
  )
}
