import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { CheckField, TextField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { doubtsIn, faultsIn } from '../../publishing/draft.ts'
import { ProblemList } from '../../publishing/views/problem-list.tsx'
import { Verdict } from '../../publishing/views/templates-page.tsx'
import type { Finding } from '../block-draft.ts'
import type { BlockDraftProps } from './block-draft-props.ts'

/** The check's findings in each template, and the form to publish if there is no obstacle. */
export function Findings(props: BlockDraftProps) {
  const t = useTranslations('blocks')
  const locale = localeOf(useLocale())
  const { users, findings } = props
  const titles = new Map(
    users.map(({ entry: { template } }) => [template.code, twinIn(template.title, locale)]),
  )
  return (
    <>
      <Panel title={t('checked', { count: findings.length })}>
        <ul className="divide-y divide-base-300">
          {findings.map((finding) => (
            <li key={finding.code} className="py-2">
              <p className="flex flex-wrap items-center justify-between gap-x-4">
                <span>
                  {titles.get(finding.code) ?? finding.code}{' '}
                  <span className="text-base-content/75 text-sm">
                    {t('becomes', { version: finding.version })}
                  </span>
                </span>
                <Verdict draft={finding} />
              </p>
              {finding.problems.length > 0 && (
                <details className="mt-2">
                  <summary className="link cursor-pointer">{t('showProblems')}</summary>
                  <div className="mt-2 grid gap-2">
                    <ProblemList problems={finding.problems} yaml={finding.yaml} />
                  </div>
                </details>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {findings.some((one) => faultsIn(one).length) ? (
        <p className="alert alert-error alert-soft">{t('hasFaults')}</p>
      ) : (
        <PublishForm {...props} doubtful={findings.filter((one) => doubtsIn(one).length)} />
      )}
    </>
  )
}

function PublishForm({ draft, findings, formState, doubtful }: BlockDraftProps & { doubtful: Finding[] }) {
  const t = useTranslations('blocks')
  return (
    <Panel title={t('publish.title')}>
      <form method="post" action={`/desk/templates/block-drafts/${draft.id}/publication`} noValidate>
        <input type="hidden" name="revision" value={draft.revision} />
        <p className="max-w-prose">{t('publish.text', { count: findings.length })}</p>
        {doubtful.length > 0 && (
          <CheckField name="confirmed" {...formState}>
            {t('publish.looked', { count: doubtful.length })}
          </CheckField>
        )}
        <TextField
          name="reason"
          label={t('publish.reason')}
          hint={t('publish.reasonHint')}
          maxLength={300}
          required
          {...formState}
        />
        <button type="submit" className="btn btn-primary mt-2">
          {t('publish.submit')}
        </button>
      </form>
    </Panel>
  )
}
