import { useTranslations } from '#views/language.tsx'
import type { findPartySeal } from '../../../../seals/party-seals.ts'

interface Props {
  signatoryId: string
  seal: Awaited<ReturnType<typeof findPartySeal>>
}

/** The seal that the signature will set, with links to add or change it. */
export function SealSection({ signatoryId, seal }: Props) {
  const t = useTranslations('signing.ownSeal')
  if (!seal) return null
  const path = `/signing/${signatoryId}/seal`
  return (
    <section
      aria-labelledby="seal-title"
      className="mb-4 flex flex-wrap items-center gap-4 rounded-box border border-base-300 p-3"
    >
      {seal.look && (
        <span className="grid size-24 shrink-0 place-items-center rounded-box bg-white p-1">
          <img src={`${path}/picture`} alt={t('pictureAlt')} className="max-h-full max-w-full" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-60">
        <h3 id="seal-title" className="font-medium">
          {t(seal.seal_id ? 'sectionGiven' : 'section')}
        </h3>
        <p className="text-base-content/75 text-sm">
          {t(seal.look ? 'isSet' : 'mayAdd')}
          {seal.look && seal.cross_page && ` ${t('isAcross')}`}
        </p>
      </div>
      {!seal.seal_id && (
        <a href={path} className="btn btn-sm btn-outline">
          {t(seal.look ? 'change' : 'add')}
        </a>
      )}
    </section>
  )
}
