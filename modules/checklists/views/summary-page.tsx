import type { Twin, Words } from '#assembly/template/template.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { answerTo, type Checklist, progressOf } from '../checklist.ts'
import type { Point, Verdict } from '../schema.ts'
import { ProgressLine } from './progress-line.tsx'

const LISTED_VERDICTS = ['missing', 'negotiate'] as const satisfies Verdict[]

/** The printable summary of a checklist in both languages: what a PDF lacks, and what to negotiate. */
export function SummaryPage({ list }: { list: Checklist }) {
  const t = useTranslations('checklists')
  const tPrint = useTranslations('documents.print')
  const { document_id: id, name, number, title, points } = list
  const progress = progressOf(list)
  return (
    <>
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b bg-base-100 px-4 py-2">
        <a href={`/mgmt/${id}/checklist`} className="btn btn-ghost btn-sm px-2">
          <Icon name="chevron" className="size-4 rotate-180" />
          {t('summary.back')}
        </a>
        <button type="button" className="btn btn-primary btn-sm ml-auto" data-print hidden>
          {tPrint('print')}
        </button>
      </div>
      <main id="main" className="mx-auto max-w-4xl bg-base-100 px-4 py-6 print:p-0">
        <h1 className="wrap-anywhere font-serif text-2xl">{t('summary.titleOf', { document: name })}</h1>
        <p className="mb-4 text-base-content/80">
          <span className="tabular-nums">{number}</span>
          {' · '}
          <span lang="zh-CN">{title.zh}</span>
          {' · '}
          <span lang="en">{title.en}</span>
        </p>
        <div className="mb-4 max-w-md">
          <ProgressLine progress={progress} />
        </div>
        {LISTED_VERDICTS.map((verdict) => (
          <Findings
            key={verdict}
            verdict={verdict}
            list={list}
            points={points.filter((point) => answerTo(list, point.id).verdict === verdict)}
          />
        ))}
        <p className="mt-6 text-base-content/75 text-sm">{t('notice')}</p>
      </main>
    </>
  )
}

function Findings({
  verdict,
  list,
  points,
}: {
  verdict: (typeof LISTED_VERDICTS)[number]
  list: Checklist
  points: Point[]
}) {
  const t = useTranslations('checklists.summary')
  return (
    <section className="mt-6">
      <h2 className="font-serif text-xl">{t(`${verdict}.title`, { count: points.length })}</h2>
      {points.length === 0 && <p className="mt-1 text-base-content/75">{t(`${verdict}.none`)}</p>}
      <ol className="mt-2 divide-y divide-base-300">
        {points.map((point) => (
          <li key={point.id} className="break-inside-avoid py-3">
            <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2 print:grid-cols-2">
              <Side
                lang="zh-CN"
                point={point}
                twin={({ zh }) => zh}
                words={({ zh_CN }) => zh_CN}
                comma="、"
              />
              <Side lang="en" point={point} twin={({ en }) => en} words={({ en_US }) => en_US} comma=", " />
            </div>
            {answerTo(list, point.id).note && (
              <p className="wrap-anywhere mt-1 whitespace-pre-line border-primary border-s-2 ps-3">
                {answerTo(list, point.id).note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface SideProps {
  lang: string
  point: Point
  twin: (text: Twin) => string
  words: (text: Words) => string
  comma: string
}

/** A point in one language, to be used in correspondence with the other party. */
function Side({ lang, point: { article, questions, text }, twin, words, comma }: SideProps) {
  return (
    <div lang={lang}>
      <p className="font-medium">{twin(article)}</p>
      {questions.length > 0 && <p className="text-sm">{questions.map(words).join(comma)}</p>}
      <p className="mt-1 whitespace-pre-line text-base-content/80 text-sm">{twin(text)}</p>
    </div>
  )
}
