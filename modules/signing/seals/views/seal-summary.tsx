import type { ListedSeal } from '#modules/seals/index.ts'
import { useTranslations } from '#views/language.tsx'
import type { PartySealChoice } from '../seal-schema.ts'
import { useSealWord } from './seal-words.ts'

interface Props {
  documentId: string
  choices: PartySealChoice[]
  seals: Pick<ListedSeal, 'id' | 'kind' | 'label'>[]
}

/** The choice for each party, with a link to the page on which it can be changed. */
export function SealSummary({ documentId, choices, seals }: Props) {
  const t = useTranslations('signing.seals')
  const tParty = useTranslations('signing')
  const word = useSealWord(seals)
  if (choices.length === 0) return null
  return (
    <section className="mb-4 rounded-box border border-base-300 bg-base-100 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-lg">{t('title')}</h2>
        <a href={`/mgmt/${documentId}/sealing`} className="btn btn-sm btn-outline">
          {t('change')}
        </a>
      </div>
      <ul className="mt-1 text-sm">
        {choices.map(({ party, seal, crossPage }) => (
          <li key={party}>
            {t('choiceOf', { party: tParty('party', { key: party.toUpperCase() }), choice: word(seal) })}
            {crossPage && ` · ${t('acrossToo')}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
