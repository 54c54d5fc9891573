import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface Props extends FormState {
  documentId: string
  question: { id: string; text: string; asked_by: string }
}

/** Answers a signatory's question by mail. */
export function AnswerForm({ documentId, question, values, problems, details }: Props) {
  const t = useTranslations('signing.answer')
  return (
    <ActionForm
      id="answer-form"
      action={`/mgmt/${documentId}/questions/${question.id}`}
      submit={t('submit')}
      problem={problems?.form}
      details={details}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <blockquote className="wrap-anywhere mb-3 whitespace-pre-line border-base-300 border-l-2 pl-3">
        {question.text}
      </blockquote>
      <WordsField
        name="answer"
        label={t('label')}
        hint={t('hint', { name: question.asked_by })}
        required
        rows={4}
        maxLength={2000}
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}
