import { assemble } from '#assembly/assemble.ts'
import { LANGUAGES } from '#assembly/proving/prove.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { Paper } from '#modules/printing/index.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { Draft } from '../draft.ts'
import { DraftFrame } from './draft-frame.tsx'

interface Props {
  template: Template
  notes: TemplateNotes
  language: string | undefined
  /** Undefined for a version in force. */
  draft?: Draft
}

const PREVIEW_LANGUAGES = ['zh-en', 'hant-en'] as const

/** A template printed with the answers of its sample, in both languages. */
export function PreviewPage({ template, notes, language, draft }: Props) {
  const previewLanguage = PREVIEW_LANGUAGES.find((one) => one === language) ?? 'zh-en'
  const answers = sampleAnswers(template, notes, LANGUAGES[previewLanguage]!)
  const tree = assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
  const content = (
    <>
      <LanguageLinks way={previewLanguage} />
      <Paper tree={tree} />
    </>
  )
  if (!draft) return <FrameInForce template={template}>{content}</FrameInForce>
  return (
    <DraftFrame draft={draft} tab="preview">
      {content}
    </DraftFrame>
  )
}

function FrameInForce({ template, children }: { template: Template; children: React.ReactNode }) {
  const t = useTranslations('publishing')
  const locale = localeOf(useLocale())
  return (
    <>
      <PageHead
        title={twinIn(template.title, locale)}
        lead={t('codeVersion', { code: template.code, version: template.version })}
      >
        <a href={`/desk/templates/${template.code}`} className="btn btn-outline">
          {t('toTemplate')}
        </a>
      </PageHead>
      {children}
    </>
  )
}

function LanguageLinks({ way: language }: { way: (typeof PREVIEW_LANGUAGES)[number] }) {
  const t = useTranslations('publishing')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <nav aria-label={t('language')} className="join flex-wrap">
        {PREVIEW_LANGUAGES.map((one) => (
          <a
            key={one}
            href={`?language=${one}`}
            aria-current={one === language ? 'page' : undefined}
            className={`btn btn-sm join-item ${one === language ? 'btn-neutral' : ''}`}
          >
            {t(`languages.${one}`)}
          </a>
        ))}
      </nav>
      <p className="text-base-content/75 text-sm">{t('sample')}</p>
    </div>
  )
}
