import { acknowledgedPoints } from '#assembly/agreement/points.ts'
import type { DocumentSource } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { type Departure, departuresOf } from '#assembly/compare/departures.ts'
import { favouredIn } from '#assembly/compare/positions.ts'
import { mustConfirm, unsettledIn } from '#assembly/confirmation/confirmation.ts'
import { favouredParties } from '#assembly/edit/position.ts'
import { pointPlace, pointWords } from '#assembly/open-points/point-words.ts'
import { twinIn } from '#assembly/template/words-in.ts'
import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, languages, languageTag } from '#src/core/i18n.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { type Origin, originsIn } from '../clause-bank/origin.ts'

interface Props {
  source: DocumentSource
  /** Whether the document is finalised, which means that its open points were confirmed. */
  isFinalised?: boolean
}

interface Row {
  key: string
  state: MessageKey<'documents.risks.state'>
  /** The place and the words, in each of the two languages. */
  words: [place: string, words: string][]
  reason?: string
}

/** What an approver should know of a document: departures from the template, advice, and differences. */
export function RiskSummary({ source, isFinalised = false }: Props) {
  const tree = assemble({ ...source, today: shanghaiDay() })
  const locales: Locale[] = [source.answers.languages.script === 'Hant' ? 'zh_TW' : 'zh_CN', 'en_US']
  const t = useTranslations('documents.risks')
  const pointRow =
    (state: Row['state']) =>
    (point: OpenPoint & { reason?: string }): Row => ({
      key: `${state} ${point.kind} ${point.at} ${point.rule ?? point.check ?? ''} ${point.detail?.zh ?? ''}`,
      state,
      words: locales.map((locale) => {
        const editor = languages[locale].translator('editor')
        return [
          pointPlace(editor, locale, { tree, template: source.template }, point),
          point.kind === 'statutory'
            ? (printedTexts.get(point.at)?.[locale === 'en_US' ? 'en' : 'zh'] ?? '')
            : pointWords(editor, locale, point),
        ]
      }),
      ...(point.reason && { reason: point.reason }),
    })
  const departures = departuresOf(tree, source)
  const origins = originsIn(source.template, source.answers)
  const printedTexts = new Map(departures.map(({ id, text }) => [id, text]))
  const confirmedPoints = [...(tree.confirmed ?? []), ...acknowledgedPoints(tree, source)]
  const pointsToConfirm = tree.open.filter(mustConfirm)
  const unsettledCount = unsettledIn(tree).length
  const rowsOf = (kind: OpenPoint['kind']) => [
    ...pointsToConfirm
      .filter((point) => point.kind === kind)
      .map(pointRow(isFinalised ? 'whenFinalised' : 'open')),
    ...confirmedPoints.filter((point) => point.kind === kind).map(pointRow('confirmed')),
  ]
  return (
    <div className="grid gap-6">
      {unsettledCount > 0 && !isFinalised && (
        <p className="alert alert-warning alert-soft">{t('left', { count: unsettledCount })}</p>
      )}
      <Section title={t('statutory')} none={t('noStatutory')} rows={rowsOf('statutory')} />
      <Section title={t('advice')} none={t('noAdvice')} rows={rowsOf('advice')} />
      <Section title={t('differences')} none={t('noDifferences')} rows={rowsOf('mismatch')} />
      <Section title={t('machine')} none={t('noMachine')} rows={rowsOf('machine')} />
      <Section
        title={t('departures')}
        none={t('noDepartures')}
        rows={departures.map((one) => departureRow(one, locales, tree, origins.get(one.id)))}
      />
      <Positions tree={tree} source={source} locales={locales} />
    </div>
  )
}

/** The parties that the chosen wordings favour; renders nothing for a template without positions. */
function Positions({
  tree,
  source,
  locales,
}: {
  tree: DocumentTree
  source: DocumentSource
  locales: Locale[]
}) {
  const t = useTranslations('documents.risks')
  if (!favouredParties(source.template).length) return null
  const rows = favouredIn(tree, source).map(
    ({ key, numbers }): Row => ({
      key,
      state: 'favours',
      words: locales.map((locale) => [
        roleIn(tree, key, locale),
        numbers.join(locale === 'en_US' ? ', ' : '、'),
      ]),
    }),
  )
  return <Section title={t('positions')} none={t('noPositions')} rows={rows} />
}

const roleIn = (tree: DocumentTree, key: string, locale: Locale) =>
  tree.parties.find((one) => one.key === key)?.role[locale === 'en_US' ? 'en' : 'zh'] ?? ''

function departureRow(
  { id, kind, number, text, label, favours }: Departure,
  locales: Locale[],
  tree: DocumentTree,
  origin: Origin | undefined,
): Row {
  return {
    key: `${kind} ${id}`,
    state: kind,
    words: locales.map((locale) => {
      const side = locale === 'en_US' ? 'en' : 'zh'
      const editor = languages[locale].translator('editor')
      const role = favours && roleIn(tree, favours, locale)
      const favourWords =
        favours === 'neutral' ? editor('position.balanced') : role && editor('position.favours', { role })
      const chosenLabel = label && (locale === 'en_US' ? label.en_US : (label[locale] ?? label.zh_CN))
      const tDocuments = languages[locale].translator('documents')
      const originWords =
        origin && tDocuments(`risks.origin.${origin.state}`, { title: twinIn(origin.title, locale) })
      return [
        number && editor('clauseNumber', { number }),
        [
          chosenLabel && editor('quoted', { text: chosenLabel }),
          (favourWords || originWords) && editor('inBrackets', { text: favourWords || originWords || '' }),
          text[side],
        ]
          .filter(Boolean)
          .join(' '),
      ]
    }),
  }
}

function Section({ title, none: emptyText, rows }: { title: string; none: string; rows: Row[] }) {
  const t = useTranslations('documents.risks')
  return (
    <section>
      <h2 className="mb-2 font-serif text-xl">{title}</h2>
      {rows.length === 0 && <p className="text-base-content/75">{emptyText}</p>}
      {rows.length > 0 && (
        <ul className="divide-y divide-base-300 border-base-300 border-y">
          {rows.map(({ key, state, words, reason }) => (
            <li
              key={key}
              className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[9rem_1fr] print:break-inside-avoid"
            >
              <span className={TONES[state]}>{t(`state.${state}`)}</span>
              <div className="wrap-anywhere grid min-w-0 gap-1">
                {words.map(([place, text], index) => (
                  <p key={index === 0 ? 'zh' : 'en'} lang={languageTag(index === 0 ? 'zh_CN' : 'en_US')}>
                    {place && <span className="font-medium">{place} </span>}
                    {text}
                  </p>
                ))}
                {reason && <p className="text-base-content/75">{t('reason', { reason })}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const TONES: Record<Row['state'], string> = {
  open: 'font-medium text-warning',
  confirmed: 'text-success',
  whenFinalised: 'text-success',
  added: 'text-base-content/75',
  replaced: 'font-medium',
  dropped: 'font-medium',
  alternative: 'text-base-content/75',
  favours: 'text-base-content/75',
}
