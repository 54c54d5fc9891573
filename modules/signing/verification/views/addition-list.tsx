import { useTranslations } from '#views/language.tsx'
import type { Finding } from '../finding.ts'

/** What others have added since the last signature: named, so that nobody takes it for a change. */
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
