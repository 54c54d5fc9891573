import { useTranslations } from '#views/language.tsx'
import type { Finding } from '../finding.ts'

/** Lists additions by others since the last signature, so that they are not mistaken for changes. */
export function AdditionList({ additions }: Pick<Finding, 'additions'>) {
  const t = useTranslations('signing.verify.addition')
  if (additions.length === 0) return null
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5">
      {additions.map((one) => (
        <li key={one}>{t(one)}</li>
      ))}
    </ul>
  )
}
