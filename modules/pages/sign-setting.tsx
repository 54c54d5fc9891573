import type { ComponentProps } from 'react'
import { localeOf, wordsIn } from '#assembly/template/words-in.ts'
import { SignatureTable, type SignatureTableProps } from '#islands/signature-table/signature-table.tsx'
import { type AuthorisationStatus, AuthorisationSummary } from '#modules/authorisations/index.ts'
import type { Document } from '#modules/documents/index.ts'
import { realName } from '#modules/real-name/index.ts'
import {
  SealSummary,
  ServiceSummary,
  type SignatoryEntry,
  type SigningOptions,
  signingParties,
} from '#modules/signing/index.ts'
import { type Locale, languageTag, messages, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { logoUrl } from '#src/http/assets.ts'
import { smsNoticesAvailable } from '#src/mail/sms.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { Island } from '#views/island.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Brand } from '#views/layout/public-header.tsx'
import { PageHead } from '#views/parts.tsx'
import { NoMailbox } from './no-mailbox.tsx'

interface Props {
  document: Document
  signatories: SignatoryEntry[]
  options: SigningOptions
  uses: SignatureTableProps['uses']
  viewer: Viewer
  authorisation: AuthorisationStatus
  sealing: Omit<ComponentProps<typeof SealSummary>, 'documentId'>
  services: Omit<ComponentProps<typeof ServiceSummary>, 'documentId' | 'signatories'>
  maySave: boolean
  locale: Locale
}

export function SignSettingPage({
  document,
  signatories,
  options,
  uses,
  viewer,
  sealing,
  ...settings
}: Props) {
  const { maySave, locale, authorisation, services } = settings
  const t = useTranslations('signing')
  const usesBuiltin = services.assignments.some(({ provider }) => provider === 'builtin')
  const props: SignatureTableProps = {
    documentId: document.id,
    signatories,
    options,
    parties: signingParties(document).map(({ key, identity, name, nameEn }) => ({
      key,
      organisation: identity === 'company' ? name : '',
      label: partyLabel(locale, key, (locale === 'en_US' && nameEn) || name),
    })),
    uses,
    isAuthorised: services.unauthorised.length === 0,
    isImported: document.kind === 'imported',
    hasPhones: smsNoticesAvailable(),
    hasRealNames: realName.service !== null,
    maySave,
    locale,
    lang: languageTag(locale),
    messages: messages[locale].signing.setting,
  }
  return (
    <>
      <header className="border-base-300 border-b bg-base-100">
        <div className="mx-auto flex max-w-screen-2xl flex-wrap items-center justify-between gap-3 px-4 py-3">
          <Brand href="/mgmt/home" logo={logoUrl()} />
          <a href={`/mgmt/${document.id}/view-doc`} data-back className="btn btn-ghost">
            {t('setting.back')}
          </a>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-screen-2xl px-4 py-6">
        <PageHead title={t('setting.title')} lead={`${document.name} · ${document.number}`} />
        <p className="mb-4 max-w-prose">{t('setting.lead')}</p>
        {viewer.email === null && <NoMailbox words={t('setting.noMailbox')} />}
        <SigningNotes template={document.template} />
        {usesBuiltin && <AuthorisationSummary documentId={document.id} {...authorisation} />}
        <ServiceSummary
          documentId={document.id}
          signatories={signatories}
          {...services}
          unauthorised={services.unauthorised.filter((name) => name !== 'builtin')}
        />
        <SealSummary documentId={document.id} {...sealing} />
        <Island name="signature-table" component={SignatureTable} props={props} />
        <ActionPlace />
      </main>
    </>
  )
}

/** Notes before sending: who requires a signature on paper, and which proof of identity. */
function SigningNotes({ template: { eSign, signingNote } }: Pick<Document, 'template'>) {
  const t = useTranslations('signing')
  const locale = localeOf(useLocale())
  const words = [
    eSign === false && t('setting.way.paper'),
    eSign === 'licensed' && t('setting.way.licensed'),
    signingNote && wordsIn(signingNote, locale),
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <div className="alert alert-warning alert-soft mb-4 block">
      {words.map((text) => (
        <p key={String(text)}>{text}</p>
      ))}
    </div>
  )
}

function partyLabel(locale: Locale, key: string, name: string): string {
  return `${translate(locale)('signing.party', { key: key.toUpperCase() })} ${name}`.trim()
}
