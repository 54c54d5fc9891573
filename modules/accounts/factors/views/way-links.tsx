import { useTranslations } from '#views/language.tsx'

/** The ways to confirm the second factor, the most common one first. */
export const FACTOR_WAYS = ['passkey', 'totp', 'recovery', 'lost'] as const
export type FactorWay = (typeof FACTOR_WAYS)[number]

/** Links to the other ways to confirm the second factor. */
export function WayLinks({ way, ways }: { way: FactorWay; ways: FactorWay[] }) {
  const t = useTranslations('security')
  return (
    <nav aria-label={t('step.otherWays')} className="mt-5 border-base-300 border-t pt-3 text-sm">
      <ul className="grid gap-2">
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <li key={one}>
              <a className="link link-primary" href={`/acct/second-factor?way=${one}`}>
                {t(`step.to.${one}`)}
              </a>
            </li>
          ))}
        <li>
          <a className="link link-primary" href="/acct/login">
            {t('step.toLogin')}
          </a>
        </li>
      </ul>
    </nav>
  )
}
