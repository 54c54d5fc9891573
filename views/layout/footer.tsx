import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'
import type { SiteFrame } from './site-frame.ts'

export const POLICIES = ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const

export function Footer({ site }: { site: SiteFrame }) {
  const t = useTranslations('common.footer')
  return (
    <footer className="border-base-300 border-t bg-base-200 px-4 pt-8 pb-20 text-base-content/75 text-sm">
      <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 sm:grid-cols-3">
        <Column title={t('contact')}>
          <li>{site.company.name}</li>
          <li>{site.company.address}</li>
          <li>{site.company.phone}</li>
        </Column>
        <Column title={t('reach')}>
          <FooterLink href={`mailto:${site.company.mail}`}>{t('sendEmail')}</FooterLink>
          <FooterLink href="/locations">{t('contactUs')}</FooterLink>
          <FooterLink href="/acct/register">{t('register')}</FooterLink>
          <FooterLink href="/verify">{t('verify')}</FooterLink>
        </Column>
        <Column title={t('policies')}>
          {POLICIES.map((type) => (
            <FooterLink key={type} href={`/privacy-notice?type=${type}`}>
              {t(type)}
            </FooterLink>
          ))}
        </Column>
      </div>
      <p className="mx-auto mt-6 flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-1 border-base-300 border-t pt-4">
        <span>{t('line')}</span>
        <Records site={site} />
      </p>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold text-base-content">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a className="link-hover inline-block py-0.5" href={href}>
        {children}
      </a>
    </li>
  )
}

/** The numbers of both records, linked to their registers, which Chinese law requires in the footer. */
export function Records({ site }: { site: SiteFrame }) {
  return (
    <>
      {site.icp && <Licence {...site.icp} />}
      {site.publicSecurityRecord && <PublicSecurityRecord number={site.publicSecurityRecord} />}
    </>
  )
}

function PublicSecurityRecord({ number }: { number: string }) {
  const code = /\d{8,}/.exec(number)?.[0]
  return (
    <a
      className="link-hover inline-block py-0.5"
      href={`https://beian.mps.gov.cn/#/query/webSearch?code=${code}`}
      target="_blank"
      rel="noopener"
      lang="zh-CN"
    >
      <span className="[text-autospace:no-autospace]">{number}</span>
    </a>
  )
}

function Licence({ number, sample }: { number: string; sample: boolean }) {
  const t = useTranslations('common.footer')
  return (
    <span>
      <a
        className="link-hover inline-block py-0.5"
        href="https://beian.miit.gov.cn/"
        target="_blank"
        rel="noopener"
      >
        <span lang="zh-CN" className="[text-autospace:no-autospace]">
          {number}
        </span>
      </a>
      {sample && ` ${t('sample')}`}
    </span>
  )
}
