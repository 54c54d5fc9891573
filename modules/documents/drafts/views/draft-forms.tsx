import { type UsageLine, UsesLeft } from '#modules/orders/index.ts'
import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Heading } from '../../document.ts'
import type { CopyKind } from '../../schema.ts'

interface CopyProps {
  document: Pick<Heading, 'id' | 'name'>
  as: CopyKind
  uses: UsageLine
}

/** Asks for confirmation before a copy or a revision is made, and shows its content and its cost. */
export function CopyForm({ document: { id, name }, as, uses }: CopyProps) {
  const t = useTranslations('documents.copying')
  return (
    <>
      <p className="wrap-anywhere">{t(`${as}.text`, { name })}</p>
      <p className="mt-2 text-base-content/75 text-sm">{t('cost')}</p>
      <UsesLeft line={uses}>
        <ActionForm
          id="copy-form"
          action={`/mgmt/${id}/${as}`}
          submit={t(`${as}.submit`)}
          cancel={`/mgmt/${id}/view-doc`}
          confirms
        />
      </UsesLeft>
    </>
  )
}

/** Asks for confirmation. `back` is the list that the person came from, with page and filters. */
export function DeletionForm({ document: { id, name, kind }, back }: { document: Heading; back: string }) {
  const t = useTranslations('documents')
  return (
    <ActionForm
      id="deletion-form"
      action={`/mgmt/${id}/deletion`}
      submit={t('do.delete')}
      cancel={back}
      isDestructive
    >
      <input type="hidden" name="back" value={back} />
      <p className="wrap-anywhere">
        {t(kind === 'imported' ? 'import.deletion.text' : 'deletion.text', { name })}
      </p>
    </ActionForm>
  )
}
