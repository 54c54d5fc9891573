import type { Side } from '#assembly/answers.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'
import { isFinal } from '../status.ts'

const FILE_FORMATS = ['pdf', 'docx'] as const
const NAMES = { pdf: 'PDF', docx: 'Word' }

type ChoiceDocument = Pick<Document, 'id' | 'name' | 'status' | 'answers'>

/** Links to the files in each language and format. */
export function OneLanguageChoice({ document: { id, name, status, answers } }: { document: ChoiceDocument }) {
  const t = useTranslations('documents.oneLanguage')
  const tCommon = useTranslations('common')
  const { primary } = answers.languages
  const sides: Side[] = primary === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  const state = isFinal(status) ? 'final' : 'draft'
  return (
    <>
      <p className="wrap-anywhere">{t(state, { name })}</p>
      <ul className="mt-4 grid gap-3">
        {sides.map((side) => (
          <li key={side} className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium">{t(side)}</span>
            <span className="flex gap-2">
              {FILE_FORMATS.map((form) => (
                <a
                  key={form}
                  href={`/mgmt/${id}/${state}.${form}?language=${side}`}
                  aria-label={t('link', { language: t(side), form: NAMES[form] })}
                  className="btn btn-outline"
                >
                  <Icon name="download" className="size-4" />
                  {NAMES[form]}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex justify-end">
        <a href={`/mgmt/${id}/view-doc`} data-closes-dialog className="btn btn-ghost">
          {tCommon('close')}
        </a>
      </p>
    </>
  )
}
