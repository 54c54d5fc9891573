import { localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Document } from '../../document.ts'
import type { Outgoing } from '../outgoing.ts'
import type { TranslationUnit } from '../units.ts'

interface Props {
  document: Document
  outgoing: Outgoing
}

/**
 * The texts that starting the translation sends to the AI service, literally, and the texts that it does not
 * send.
 */
export function OutgoingTexts({ document, outgoing: { sent, unsentUnits, known } }: Props) {
  const t = useTranslations('documents.translation')
  const nameOf = useUnitName(document)
  const openTexts = sent.filter((one) => one.open)
  const otherTexts = sent.filter((one) => !one.open)
  return (
    <div className="mb-4 flex flex-col gap-4 text-sm">
      <section aria-labelledby="sent">
        <h2 id="sent" className="mb-1 font-medium text-base">
          {openTexts.length ? t('sent.title', { count: openTexts.length }) : t('sent.none')}
        </h2>
        {sent.length > 0 && <p className="text-base-content/75">{t('sent.marks')}</p>}
        <SentTexts texts={openTexts} />
        {otherTexts.length > 0 && (
          <p className="mt-2">{t('sent.everything', { count: otherTexts.length })}</p>
        )}
        <SentTexts texts={otherTexts} />
      </section>
      <section aria-labelledby="kept">
        <h2 id="kept" className="mb-1 font-medium text-base">
          {t('kept.title')}
        </h2>
        <p className="text-base-content/75">{t('kept.intro')}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-8">
          {unsentUnits.map((unit) => (
            <li key={unit.key} className="wrap-anywhere">
              {t(`kept.line.${unit.holds}`, { name: nameOf(unit) })}
            </li>
          ))}
          {known > 0 && <li>{t('kept.known', { count: known })}</li>}
          <li>{t('kept.masked')}</li>
        </ul>
      </section>
    </div>
  )
}

function SentTexts({ texts }: { texts: Outgoing['sent'] }) {
  if (!texts.length) return null
  return (
    <ol className="mt-2 flex list-decimal flex-col gap-1 pl-8">
      {texts.map(({ key, words }) => (
        <li key={key} className="wrap-anywhere whitespace-pre-wrap">
          {words}
        </li>
      ))}
    </ol>
  )
}

/**
 * Makes a function that names a text by the label of its blank, by its column, or by the party and its
 * attribute.
 */
export function useUnitName(document: Document): (unit: TranslationUnit) => string {
  const t = useTranslations('documents.translation')
  const locale = localeOf(useLocale())
  const { template, answers } = document
  return ({ key }) => {
    const [kind, unitPath = ''] = key.split(':')
    const [id, row, column] = unitPath.split('.')
    if (kind === 'party') {
      const party = answers.parties.find((one) => one.key === id)?.name ?? ''
      return t(row === 'address' ? 'kept.ofParty.address' : 'kept.ofParty.signerTitle', { party })
    }
    const field = template.fields.find((one) => one.id === id)
    const label = field ? wordsIn(field.label, locale) : ''
    const text = field?.columns?.find((one) => one.id === column)?.text
    return text ? `${label} · ${twinIn(text, locale)}` : label
  }
}
