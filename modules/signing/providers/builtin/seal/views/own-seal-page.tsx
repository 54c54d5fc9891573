import { DesignForm, SealNotice } from '#modules/seals/index.ts'
import type { FormState } from '#src/http/body.ts'
import { FileField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import type { Turn } from '../../signer-link.ts'

interface Props extends FormState {
  turn: Turn
  /** Registered name of the party for which the person signs. */
  company: string
  /** Whether the person has already added a picture. */
  hasPicture: boolean
}

/** Two ways to add a picture of the company's seal: drawn from its name, or uploaded. */
export function OwnSealPage({ turn, company, hasPicture: hasOne, values, problems }: Props) {
  const t = useTranslations('signing.ownSeal')
  const path = `/signing/${turn.id}/seal`
  const drawnForm = { values: { shape: 'round', name: company, ...values }, problems }
  const uploadForm = { values: { longest: '42', ...values }, problems }
  const picture = { name: 'picture', label: t('picture'), hint: t('pictureHint'), problems }
  return (
    <div className="mx-auto max-w-3xl px-2 py-6">
      <a href={`/signing/${turn.id}#sign`} className="link text-sm" data-back>
        {t('back')}
      </a>
      <h1 className="mt-2 mb-1 font-serif text-2xl">{t('title')}</h1>
      <p className="mb-2 max-w-prose">{t('lead', { company })}</p>
      <SealNotice />
      <div className="grid gap-4">
        <Panel title={t('draw')}>
          <form method="post" action={`${path}/drawn`} data-seal-form noValidate>
            <DesignForm {...drawnForm} preview={`${path}/preview.svg`} />
            <button type="submit" className="btn btn-primary mt-3">
              {t('use')}
            </button>
          </form>
        </Panel>
        <Panel title={t('upload')}>
          <form method="post" action={`${path}/uploaded`} encType="multipart/form-data" noValidate>
            <FileField {...picture} required accept=".png,.jpg,.jpeg" />
            <TextField
              name="longest"
              label={t('longest')}
              hint={t('longestHint')}
              inputMode="decimal"
              required
              {...uploadForm}
            />
            <button type="submit" className="btn btn-primary mt-3">
              {t('useUploaded')}
            </button>
          </form>
        </Panel>
        {hasOne && (
          <form method="post" action={`${path}/removal`}>
            <button type="submit" className="btn btn-outline btn-error">
              {t('remove')}
            </button>
          </form>
        )}
      </div>
    </div>
  )
}
