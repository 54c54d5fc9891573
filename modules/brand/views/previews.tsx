import type { ReactNode } from 'react'
import type { ShownBrand } from '#views/brand/shown-brand.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

type Props = ShownBrand & { inDocuments: boolean }

/** Previews of the brand as others see it. With script they follow the form before it is saved. */
export function Previews({ name, logo, inDocuments }: Props) {
  const t = useTranslations('brand.preview')
  return (
    <Panel title={t('title')}>
      <div className="branded grid grid-cols-[minmax(0,1fr)] gap-5" data-brand-preview>
        <Preview title={t('mail')}>
          <div className="rounded-box border border-base-300 bg-base-100 p-4 text-sm">
            <Logo logo={logo} className="mb-3 max-h-12 max-w-50" />
            <p data-brand-name hidden={logo !== null} className="mb-3 font-serif text-base">
              {name}
            </p>
            <p className="mb-3">{t('mailText')}</p>
            <span className="btn btn-primary btn-sm">{t('open')}</span>
            <p className="mt-3 border-base-300 border-t pt-2 text-base-content/75 text-xs">{t('sentWith')}</p>
          </div>
        </Preview>
        <Preview title={t('page')}>
          <div className="overflow-hidden rounded-box border border-base-300 bg-base-200">
            <div className="flex h-14 items-center gap-2.5 border-primary border-b-2 bg-base-100 px-4 font-serif text-lg">
              <Logo logo={logo} className="max-h-9 max-w-40 rounded-field p-0.5" />
              <span className="truncate">{name}</span>
            </div>
            <div className="p-4">
              <span className="btn btn-primary btn-sm">{t('sign')}</span>
            </div>
          </div>
        </Preview>
        <Preview title={t('paper')}>
          <div className="rounded-box border border-base-300 bg-white p-5 pb-8 text-black">
            <div data-brand-paper hidden={!inDocuments}>
              <Logo logo={logo} className="mb-1 max-h-5 max-w-30" />
            </div>
            <div className="flex justify-between border-neutral-300 border-b pb-1 text-[#595959] text-xs">
              <span>{t('documentTitle')}</span>
              <span>QS-2026-000001</span>
            </div>
            <p className="mt-5 text-center font-serif text-lg">{t('documentTitle')}</p>
          </div>
        </Preview>
      </div>
    </Panel>
  )
}

function Preview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure>
      <figcaption className="mb-1 text-base-content/75 text-sm">{title}</figcaption>
      <div aria-hidden="true">{children}</div>
    </figure>
  )
}

/** The logo, or a place for the logo that is chosen in the form. */
function Logo({ logo, className }: { logo: ShownBrand['logo']; className: string }) {
  return (
    <img
      src={logo?.src ?? BLANK_PICTURE}
      alt=""
      hidden={!logo}
      data-brand-logo
      className={`h-auto w-auto bg-white ${className}`}
    />
  )
}

/** A transparent picture of one pixel, because a picture without an address is not valid. */
const BLANK_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
