import { localeOf } from '#assembly/template/words-in.ts'
import { FormProblem } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { textsOf } from '../block.ts'
import { Changes } from './block-changes.tsx'
import type { BlockDraftProps } from './block-draft-props.ts'
import { Findings } from './block-findings.tsx'
import { TextsForm } from './block-texts-form.tsx'
import { titleOf } from './blocks-page.tsx'

/** A shared block that is being changed: its state, its changes, the findings, and the form of its texts. */
export function BlockDraftPage(props: BlockDraftProps) {
  const t = useTranslations('blocks')
  const locale = localeOf(useLocale())
  const { draft, block, formState, problem } = props
  return (
    <>
      <PageHead title={t('draftTitle')} lead={titleOf(block, locale)}>
        <a href={`/desk/templates/blocks/${draft.name}`} className="btn btn-ghost">
          {t('toBlock')}
        </a>
        <form method="post" action={`/desk/templates/block-drafts/${draft.id}/removal`}>
          <button type="submit" className="btn btn-ghost">
            {t('discard')}
          </button>
        </form>
      </PageHead>
      <p className="mb-3 text-base-content/75 text-sm">
        {draft.staffName ?? '–'} · <Moment at={draft.changed_at} />
      </p>
      <FormProblem problem={problem} />
      <BlockDraftState {...props} />
      <Changes before={block.yaml} after={draft.yaml} />
      {textsOf(draft.yaml) && <TextsForm draft={draft} users={props.users.length} {...formState} />}
    </>
  )
}

/** The part that is updated every second during a check. */
export function BlockDraftState(props: BlockDraftProps) {
  const { draft } = props
  const polling = draft.state === 'checking' && {
    'hx-get': `/desk/templates/block-drafts/${draft.id}`,
    'hx-trigger': 'every 1s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="block-check" className="mb-4 grid gap-4" {...polling}>
      {draft.state === 'checking' && <Checking {...props} />}
      {draft.state === 'checked' && <Findings {...props} />}
    </div>
  )
}

function Checking({ draft, users, findings }: BlockDraftProps) {
  const t = useTranslations('blocks')
  return (
    <section className="rounded-box border border-base-300 bg-base-100 p-4">
      <p role="status" className="font-medium">
        {t('checking', { done: findings.length, total: users.length })}
      </p>
      <progress
        className="progress progress-primary my-2 w-full"
        value={findings.length}
        max={users.length}
        aria-label={t('draftTitle')}
      />
      <noscript>
        <a className="btn btn-ghost" href={`/desk/templates/block-drafts/${draft.id}`}>
          {t('look')}
        </a>
      </noscript>
    </section>
  )
}
