import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment } from '#views/values/moment.tsx'
import type { Question } from '../running/questions.ts'

/** The questions of signatories to the sender, with the answers. */
export function QuestionList({ documentId, questions }: { documentId: string; questions: Question[] }) {
  const t = useTranslations('signing')
  const maySign = useMay('document.sign')
  if (questions.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="font-serif text-lg">{t('questions')}</h2>
      <ul className="mt-2 space-y-3">
        {questions.map((one) => (
          <li key={one.id} className="border-base-300 border-l-2 pl-3">
            <p className="text-base-content/75 text-sm">
              {one.asked_by} <Moment at={one.asked_at} />
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
            {one.answered_at ? (
              <blockquote className="wrap-anywhere mt-1 whitespace-pre-line border-primary border-l-2 pl-3">
                {one.answer}
                <footer className="text-base-content/75 text-sm">
                  {one.answered_by} <Moment at={one.answered_at} />
                </footer>
              </blockquote>
            ) : (
              maySign && (
                <a href={`/mgmt/${documentId}/questions/${one.id}`} className="btn btn-sm btn-outline mt-1">
                  {t('answer.open')}
                </a>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
