import { FAULTS } from '#assembly/template/faults.ts'
import { useTranslations } from '#views/language.tsx'
import { linkTo, partPath } from '../../authoring/address.ts'
import { usePartNames } from '../../authoring/views/part-names.ts'
import type { Problem } from '../inspect.ts'
import { FaultWords } from './fault-words.tsx'

interface ListProps {
  problems: Problem[]
  yaml: string
  /** Id of the draft, if each position links to the draft's form. */
  draft?: string
}

/** The problems, by kind, each with its position in the source. */
export function ProblemList({ problems, yaml, draft }: ListProps) {
  const t = useTranslations('publishing')
  const lines = yaml.split('\n')
  const names = usePartNames(yaml)
  const kinds = Map.groupBy(problems, ({ kind }) => kind)
  return [...kinds].map(([kind, kindProblems]) => (
    <section key={kind} className="rounded-box border border-error/40 bg-base-100 p-4">
      <h2 className="font-medium">{t(`kind.${kind}`)}</h2>
      <p className="mb-2 max-w-prose text-base-content/75 text-sm">{t(`kindTeach.${kind}`)}</p>
      <ol className="divide-y divide-base-300">
        {kindProblems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
          <li key={index} className="py-1.5 text-sm sm:grid sm:grid-cols-[14rem_1fr] sm:gap-4">
            <Place problem={problem} draft={draft} name={names.get(problem.clause ?? '')} />
            <div>
              <ProblemWords {...problem} names={names} />
              <SourceLine line={lines[problem.line - 1]} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Place({
  problem: { kind, line, column, clause, path },
  draft,
  name,
}: {
  problem: Problem
  draft?: string
  /** The name of the clause that contains the problem. */
  name?: string
}) {
  const t = useTranslations('publishing')
  const hasForm = draft && path && kind !== 'stopped'
  return (
    <p className="wrap-anywhere text-base-content/75">
      {name && <span className="block">{name}</span>}
      {line > 0 && <span className="whitespace-nowrap">{t('place', { line, column })}</span>}{' '}
      {clause && <code>{clause}</code>}
      {hasForm && (
        <a className="link block" href={linkTo(draft, partPath(path))}>
          {t('toForm')}
        </a>
      )}
    </p>
  )
}

type WordsProps = Problem & { isPlaced?: boolean; inForm?: boolean; names?: ReadonlyMap<string, string> }

/** The message of a problem; `isPlaced` if the message is beside the text that it quotes. */
export function ProblemWords(problem: WordsProps) {
  const { kind, rule, message, check, detail, fault, isPlaced } = problem
  const t = useTranslations('editor.agreement')
  const ruleText = useTranslations('publishing.rule')
  // An older check may have no fault code, or one that no longer exists.
  const hasWords = fault && Object.hasOwn(FAULTS, fault.code)
  return (
    <>
      {check && detail && <p className="wrap-anywhere">{t(check, detail)}</p>}
      {rule && <p className="wrap-anywhere">{ruleText(rule)}</p>}
      {hasWords && <FaultWords {...problem} fault={fault} />}
      {message && !isPlaced && (!hasWords || fault.code.startsWith('syntax')) && (
        <p className="wrap-anywhere whitespace-pre-wrap" lang={languageOf(kind, message)}>
          {message}
        </p>
      )}
    </>
  )
}

const languageOf = (kind: Problem['kind'], message: string) =>
  kind === 'law' || (kind === 'style' && /\p{Script=Han}/u.test(message)) ? 'zh-Hans' : 'en'

/** Maximum length of an excerpt of a source line, in characters. */
const MAX_EXCERPT_LENGTH = 120

const SourceLine = ({ line = '' }: { line?: string }) =>
  line.trim() && (
    <pre className="wrap-anywhere whitespace-pre-wrap text-base-content/75 text-xs" lang="en">
      {line.trim().slice(0, MAX_EXCERPT_LENGTH)}
    </pre>
  )
