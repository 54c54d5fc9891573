import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { AMOUNT_KEYS } from '../../packages/numbers.ts'
import type { Offer } from '../../packages/offer.ts'

const GB = 1024 ** 3

/** The contents of a package, with a link to the comparison of all packages. */
export function PackageContents({ offer }: { offer: Offer }) {
  const t = useTranslations('orders.confirm.contents')
  const shownKeys = AMOUNT_KEYS.filter((name) => offer[name])
  return (
    <Panel title={t('title')}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
        {shownKeys.map((name) => (
          <div key={name} className="contents">
            <dt>{t(name)}</dt>
            <dd className="text-right font-semibold tabular-nums">
              {name === 'storage' ? `${offer.storage! / GB} GB` : offer[name]}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 border-base-300 border-t pt-3 text-sm">
        <a className="link" href="/pricing">
          {t('compare')}
        </a>
      </p>
    </Panel>
  )
}
