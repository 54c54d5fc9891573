import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { readColour, shadesOf } from '#views/brand/brand-colour.ts'
import type { ShownBrand } from '#views/brand/shown-brand.ts'
import { CheckField, described, FieldFrame, FileField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import type { FoundBrand } from '../brand.ts'
import { Previews } from './previews.tsx'

export const BRAND = '/mgmt/acct-info/brand'

interface Props extends FormState {
  brand: FoundBrand['brand']
  shownBrand: ShownBrand
  /** Whether the team's plan includes a brand. */
  included: boolean
  /** The packages that include a brand. */
  plans: string[]
  done?: string
}

/** The team's logo and colour, with previews of a mail, a signing page and paper. */
export function BrandPage(props: Props) {
  const t = useTranslations('brand')
  const { brand, shownBrand, included, done } = props
  const values = props.values ?? {
    colour: brand?.colour ?? '',
    inDocuments: brand && !brand.in_documents ? '' : 'yes',
  }
  return (
    <>
      <AcctTabs current="brand" done={done} />
      <div
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]"
        data-brand
      >
        <Panel title={t('title')}>
          <p className="mb-3 max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
          {included ? <BrandFields {...props} values={values} /> : <PlanNeeded {...props} />}
          {brand && (
            <p className="mt-4 border-base-300 border-t pt-4">
              <ActionLink href={`${BRAND}/removal`}>{t('remove.action')}</ActionLink>
            </p>
          )}
        </Panel>
        {included && <Previews {...shownBrand} inDocuments={values.inDocuments === 'yes'} />}
      </div>
      <ActionPlace />
    </>
  )
}

/** Says which plans include a brand, and that the brand set before is preserved. */
function PlanNeeded({ brand, plans }: Pick<Props, 'brand' | 'plans'>) {
  const t = useTranslations()
  const names = plans.map((code) => t(`site.pricing.plan.${code as 'professional'}`)).join(t('brand.comma'))
  return (
    <div className="alert alert-info alert-soft block">
      <p>{t('brand.plan.needed', { plans: names })}</p>
      {brand && <p className="mt-1">{t('brand.plan.kept')}</p>}
      <p className="mt-2">
        <a className="link" href="/pricing">
          {t('brand.plan.pricing')}
        </a>
      </p>
    </div>
  )
}

function BrandFields({ brand, values, problems }: Props) {
  const t = useTranslations('brand')
  const formState = { values, problems }
  const logo = { name: 'logo', label: t('logo'), hint: t('logoHint'), problems }
  return (
    <form method="post" action={BRAND} encType="multipart/form-data" noValidate>
      <FileField {...logo} accept=".png,.jpg,.jpeg,.webp" />
      {brand?.logo && (
        <CheckField name="withoutLogo" {...formState}>
          {t('withoutLogo')}
        </CheckField>
      )}
      <ColourField {...formState} />
      <CheckField name="inDocuments" {...formState}>
        {t('inDocuments')}
      </CheckField>
      <p className="text-base-content/75 text-xs">{t('inDocumentsHint')}</p>
      <p className="mt-4">
        <button type="submit" className="btn btn-primary">
          {t('save')}
        </button>
      </p>
    </form>
  )
}

/**
 * A field for six digits, with a picker beside it if scripts run; below, the shade in use if words need a
 * darker one.
 */
function ColourField({ values, problems }: FormState) {
  const t = useTranslations('brand')
  const field = { name: 'colour', label: t('colour'), hint: t('colourHint'), problems }
  const colour = readColour(values?.colour ?? '')
  const shades = colour ? shadesOf(colour) : null
  return (
    <>
      <FieldFrame {...field}>
        <span className="flex items-center gap-2">
          <input
            {...described(field)}
            type="text"
            defaultValue={values?.colour}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            placeholder="#1f5f8b"
            className={`input w-36 font-mono ${problems?.colour ? 'input-error' : ''}`}
          />
          <input
            type="color"
            hidden
            aria-label={t('picker')}
            defaultValue={colour ?? '#b5301d'}
            data-brand-picker
            className="h-10 w-14 cursor-pointer rounded-field border border-base-300 bg-base-100 p-1"
          />
        </span>
      </FieldFrame>
      <p role="status" data-brand-darkened hidden={!shades?.isDarkened} className="mb-2 text-sm">
        {t('darkened')} <strong className="font-mono">{shades?.light}</strong>
      </p>
    </>
  )
}
