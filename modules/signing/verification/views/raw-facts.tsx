import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Finding } from '../finding.ts'

/** For experts: hashes and numbers that can be verified with another program. */
export function RawFacts({ finding: { sha256, size, revisions, signatures } }: { finding: Finding }) {
  const t = useTranslations('signing.verify')
  return (
    <details className="mt-8">
      <summary className="cursor-pointer font-semibold">{t('raw.title')}</summary>
      <div className="mt-3">
        <Facts
          facts={[
            { label: t('raw.sha256'), value: <code>{sha256}</code> },
            { label: t('raw.size'), value: t('raw.bytes', { count: size }) },
            {
              label: t('raw.revisions'),
              value: <code>{revisions.join(' · ')}</code>,
            },
            ...signatures.map(({ field, range }, index) => ({
              label: t('raw.range', { place: index + 1 }),
              value: (
                <>
                  <code>[{range.join(' ')}]</code> {field}
                </>
              ),
            })),
          ]}
        />
      </div>
    </details>
  )
}
