import type { FormState } from '#src/http/body.ts'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import type { Draft } from '../../publishing/draft.ts'
import { DraftFrame } from '../../publishing/views/draft-frame.tsx'
import { ProblemList } from '../../publishing/views/problem-list.tsx'
import { SourceForm } from '../../publishing/views/source-form.tsx'

interface Props {
  draft: Draft
  formState: FormState
  problem?: MessageKey
}

/** The source of a draft as text, for authors who write YAML. */
export function DraftSourcePage({ draft, formState, problem }: Props) {
  const isUnreadable = draft.problems.some(({ kind }) => kind === 'source')
  return (
    <DraftFrame draft={draft} tab="source">
      <FormProblem problem={problem} />
      {isUnreadable && <ProblemList problems={draft.problems} yaml={draft.yaml} />}
      <SourceForm draft={draft} {...formState} values={{ yaml: draft.yaml, ...formState.values }} />
    </DraftFrame>
  )
}
