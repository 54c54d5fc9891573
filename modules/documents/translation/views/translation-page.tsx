import { machineTexts } from '#assembly/open-points/machine-points.ts'
import { config } from '#src/core/config.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../../document.ts'
import type { Outgoing } from '../outgoing.ts'
import type { RunProgress } from '../progress.ts'
import { protect } from '../protected-text.ts'
import type { Obstacle } from '../translation.ts'
import type { TranslationUnit } from '../units.ts'
import { OutgoingTexts, useUnitName } from './outgoing.tsx'

interface Props {
  document: Document
  /** The latest run. */
  last: RunProgress | null
  units: TranslationUnit[]
  obstacle: Obstacle | null
  /** The number of required blanks that are empty in the primary language. */
  missingCount: number
  /** The texts that would be sent; null when a translation cannot be started, or no service is connected. */
  outgoing: Outgoing | null
  /** Whether the translation was not started because the list of texts was outdated. */
  isOutdated?: boolean
}

/** AI translation: its purpose and requirements, the texts sent, its progress, and its result. */
export function TranslationPage(props: Props) {
  const t = useTranslations('documents.translation')
  const tMemory = useTranslations('documents.memory')
  const tReading = useTranslations('documents.reading')
  const mayKeepMemory = useMay('team.edit')
  const { name, number } = props.document
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} />
      <p className="wrap-anywhere mb-4 text-base-content/75 text-sm">
        {name} · <span className="tabular-nums">{number}</span>
      </p>
      <TranslationProgress {...props} />
      {config.translation && props.document.answers.languages.bilingual && (
        <a href={`/mgmt/${props.document.id}/second-reading`} className="link mt-4 block text-sm">
          {tReading('link')}
        </a>
      )}
      {mayKeepMemory && (
        <a href="/mgmt/acct-info/translation-memory" className="link mt-4 inline-block text-sm">
          {tMemory('title')}
        </a>
      )}
    </div>
  )
}

/** The part of the page that is updated every second during a translation. */
export function TranslationProgress(props: Props) {
  const { document, last } = props
  const isRunning = last?.state === 'running'
  const refreshAttributes = isRunning && {
    'hx-get': `/mgmt/${document.id}/translation`,
    'hx-trigger': 'every 1s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="translation" className="flex flex-col gap-4" {...refreshAttributes}>
      {isRunning ? (
        <RunningTranslation id={document.id} last={last} />
      ) : (
        <>
          {last && <Outcome {...props} last={last} />}
          <StartPanel {...props} />
        </>
      )}
    </div>
  )
}

const CARD = 'rounded-box border border-base-300 bg-base-100 p-5'

function RunningTranslation({ id, last: { done, total } }: { id: string; last: RunProgress }) {
  const t = useTranslations('documents.translation')
  return (
    <section className={CARD}>
      <p role="status" className="font-medium">
        {t('running')}
      </p>
      <progress
        className="progress progress-primary my-3 w-full"
        value={done}
        max={total}
        aria-label={t('title')}
      />
      <p className="text-sm tabular-nums">{t('progress', { done, total })}</p>
      <p className="mt-1 text-base-content/75 text-sm">{t('locked')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <form method="post" action={`/mgmt/${id}/translation/cancellation`}>
          <button type="submit" className="btn btn-outline">
            {t('cancel')}
          </button>
        </form>
        <noscript>
          <a className="btn btn-ghost" href={`/mgmt/${id}/translation`}>
            {t('look')}
          </a>
        </noscript>
      </div>
    </section>
  )
}

const TONES: Partial<Record<RunProgress['state'], string>> = {
  done: 'alert-success',
  failed: 'alert-error',
}

/** The result of the last run. The texts that it replaced can be restored until the document is edited. */
function Outcome({ document, last, units }: Props & { last: RunProgress }) {
  const t = useTranslations('documents.translation')
  const { id, status, version } = document
  const toRead = machineTexts(document.answers)
  const { state, done, unfilled } = last
  const canUndo = state === 'done' && last.version === version && status === 'draft'
  const nameOf = useUnitName(document)
  const untranslated = units.filter(({ key }) => unfilled.includes(key))
  const namedUnits = untranslated.filter(({ holds }) => !holds)
  const manualUnits = untranslated.filter(({ holds }) => holds)
  return (
    <section className={`alert ${TONES[state] ?? 'alert-info'} alert-soft flex flex-col items-start gap-2`}>
      <p role="status" className="flex items-center gap-2 font-medium">
        <Icon name={state === 'failed' ? 'warning' : 'check'} className="size-5" />
        {t(`ended.${state}`, { count: done })}
      </p>
      {state === 'done' && status === 'draft' && toRead > 0 && <p>{t('toRead', { count: toRead })}</p>}
      {state === 'done' && namedUnits.length > 0 && (
        <>
          <p>{t('unfilled', { count: namedUnits.length })}</p>
          <ul className="list-disc pl-5">
            {namedUnits.map(({ key, source }) => (
              <li key={key} className="wrap-anywhere">
                {beginningOf(source)}
              </li>
            ))}
          </ul>
        </>
      )}
      {state === 'done' && manualUnits.length > 0 && (
        <>
          <p>{t('byHand', { count: manualUnits.length })}</p>
          <ul className="list-disc pl-5">
            {manualUnits.map((unit) => (
              <li key={unit.key} className="wrap-anywhere">
                {nameOf(unit)}
              </li>
            ))}
          </ul>
        </>
      )}
      {canUndo && (
        <form method="post" action={`/mgmt/${id}/translation/undoing`}>
          <button type="submit" className="btn btn-sm btn-outline">
            {t('undo')}
          </button>
        </form>
      )}
      {state === 'done' && status === 'draft' && !canUndo && <p>{t('editedSince')}</p>}
    </section>
  )
}

/** The length of the beginning of a text, in characters. */
const MAX_SHOWN_LENGTH = 60

function beginningOf(source: string): string {
  const words = protect(source).words.replaceAll(/⟦\d+⟧/g, '____')
  return words.length > MAX_SHOWN_LENGTH ? `${words.slice(0, MAX_SHOWN_LENGTH)}…` : words
}

function StartPanel({ document, units, obstacle, missingCount, last, outgoing, isOutdated }: Props) {
  const t = useTranslations('documents.translation')
  const { id, answers, status } = document
  const targetSide = answers.languages.primary === 'zh' ? 'en' : 'zh'
  const openCount = units.filter((unit) => unit.open).length
  const confirmedCount = units.length - openCount
  const back = (
    <a href={`/mgmt/${id}/${status === 'draft' ? 'edit-doc' : 'view-doc'}`} className="btn btn-outline">
      {t('back')}
    </a>
  )
  if (obstacle)
    return (
      <section className={CARD}>
        <p className="mb-4">{t(`obstacle.${obstacle}`, { count: missingCount })}</p>
        {back}
      </section>
    )
  return (
    <section className={CARD}>
      {isOutdated && (
        <p role="alert" className="alert alert-warning alert-soft mb-3">
          {t('outdated')}
        </p>
      )}
      <p className="text-base-content/75 text-sm">{t(config.translation ? 'how' : 'memoryOnly')}</p>
      <form method="post" action={`/mgmt/${id}/translation`} className="mt-3">
        <input type="hidden" name="version" value={document.version} />
        <fieldset className="mb-4 flex flex-col gap-2">
          <legend className="mb-1 font-medium">{t(`text.${targetSide}`)}</legend>
          {openCount > 0 && <Scope value="open" checked words={t('scope.open', { count: openCount })} />}
          {confirmedCount > 0 && (
            <Scope
              value="everything"
              checked={!openCount}
              words={t('scope.everything', { count: confirmedCount })}
            />
          )}
        </fieldset>
        {outgoing && <OutgoingTexts document={document} outgoing={outgoing} />}
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={`btn ${last?.state === 'done' ? 'btn-outline' : 'btn-primary'}`}>
            {t(last ? 'again' : 'start')}
          </button>
          {back}
        </div>
      </form>
    </section>
  )
}

function Scope({ value, checked, words }: { value: string; checked: boolean; words: string }) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        name="scope"
        value={value}
        defaultChecked={checked}
        className="radio radio-sm mt-1"
      />
      <span>{words}</span>
    </label>
  )
}
