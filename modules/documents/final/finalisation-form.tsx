import { assemble } from '#assembly/assemble.ts'
import {
  confirmationField,
  mustConfirm,
  needsReason,
  unsettledIn,
} from '#assembly/confirmation/confirmation.ts'
import { pointPlace, pointWords } from '#assembly/open-points/point-words.ts'
import { localeOf } from '#assembly/template/words-in.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { ActionForm } from '#views/action-card.tsx'
import { ConfirmationBoxes } from '#views/documents/confirmation-boxes.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'
import { UnsettledForm } from './unsettled-form.tsx'

interface Props {
  document: Document
  /** Whether the document's files will have the watermark of the free demo. */
  isWatermarked: boolean
  /** The number of open review comments. */
  openComments: number
}

export function FinalisationForm({ document, isWatermarked, openComments }: Props) {
  const { id, version } = document
  const tree = assemble({ ...document, today: shanghaiDay() })
  const unsettled = unsettledIn(tree)
  const unconfirmed = tree.open.filter(mustConfirm)
  const t = useTranslations('editor')
  const locale = localeOf(useLocale())
  const commentsNotice = openComments > 0 && <OpenComments id={id} count={openComments} />
  if (unsettled.length > 0)
    return (
      <UnsettledForm document={document} tree={tree} points={unsettled}>
        {commentsNotice}
      </UnsettledForm>
    )
  return (
    <ActionForm
      id="finalisation-form"
      action={`/mgmt/${id}/finalisation`}
      submit={t('finalise')}
      cancel={`/mgmt/${id}/view-doc`}
    >
      <input type="hidden" name="version" value={version} />
      {commentsNotice}
      {unconfirmed.length > 0 && (
        <ConfirmationBoxes
          words={t('askConfirm')}
          points={unconfirmed.map((point) => ({
            key: confirmationField(point),
            place: pointPlace(t, locale, { tree, template: document.template }, point),
            words: pointWords(t, locale, point),
            ...(needsReason(point) && { reason: t('reason') }),
          }))}
        />
      )}
      <p>
        <a href={`/mgmt/${id}/risks`} className="link" target="_blank" rel="noreferrer">
          {t('riskSummary')}
        </a>
      </p>
      <p>{t('finaliseText')}</p>
      {isWatermarked && <p className="mt-2">{t('finaliseMarked')}</p>}
    </ActionForm>
  )
}

function OpenComments({ id, count }: { id: string; count: number }) {
  const t = useTranslations('documents')
  return (
    <p className="alert alert-warning alert-soft mb-2">
      {t('finaliseOpen', { count })}
      <a className="link" href={`/mgmt/${id}/review-doc?list=open`}>
        {t('finaliseOpenSee')}
      </a>
    </p>
  )
}
