import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { templateUses } from '#modules/templates/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { SelectField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord, Tag } from '#views/parts.tsx'
import { type Change, inForceSince } from '../change.ts'
import { type ArticleUse, articlesOf, type KnownLaw, lawPath, lawWords } from '../law.ts'
import { type PossibleOwner, type Review, reviewState } from '../review.ts'
import { type OpenTask, TASKS } from '../task.ts'
import { Changes } from './changes.tsx'
import { OtherName } from './laws-page.tsx'
import { ReviewStateLine } from './review-is.tsx'
import { Reviews } from './reviews.tsx'

interface Props extends FormState {
  law: KnownLaw
  locale: Locale
  reviews: Review[]
  changes: Change[]
  people: PossibleOwner[]
  tasks: OpenTask[]
  done?: string
}

const DONE = ['reviewed', 'marked', 'owner', 'reviewWithdrawn', 'changeWithdrawn'] as const

/** A law: its citations, its reviews, and its changes. */
export function LawPage({ law, locale, reviews, changes, people, tasks, done, ...form }: Props) {
  const t = useTranslations('laws')
  const doneAction = DONE.find((one) => one === done)
  const path = lawPath(law.name)
  return (
    <>
      {doneAction && !form.problems && (
        <p role="status" className="alert alert-success alert-soft mb-4">
          <Icon name="check" className="size-5" />
          {t(`done.${doneAction}`)}
        </p>
      )}
      <PageHead title={lawWords(law, locale)} lead={<OtherName law={law} locale={locale} />}>
        <a href={`${path}/review`} className="btn btn-primary">
          {t('review.record')}
        </a>
        <a href={`${path}/change`} className="btn btn-outline">
          {t('change.mark')}
        </a>
        <a href="/desk/laws" className="btn btn-ghost">
          {t('title')}
        </a>
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('facts')}>
          <LawFacts law={law} reviews={reviews} changes={changes} />
          <OwnerForm at={path} people={people} {...form} />
        </Panel>
        <Reviews law={law} reviews={reviews} />
        {tasks.length > 0 && <OpenTasks tasks={tasks} />}
        <Changes law={law} changes={changes} />
      </div>
      <LawCitations law={law} />
    </>
  )
}

function LawFacts({ law, reviews, changes }: Pick<Props, 'law' | 'reviews' | 'changes'>) {
  const t = useTranslations('laws')
  const review = reviews[0] ?? null
  const facts = [
    { label: t('column.since'), value: inForceSince(law.since, changes) },
    {
      label: t('compared'),
      value: t(law.since === null ? 'notInTable' : law.checked ? 'checked' : 'unchecked'),
    },
    { label: t('column.uses'), value: t(law.blocks.length ? 'usesAndBlocks' : 'uses', countsOf(law)) },
    {
      label: t('column.review'),
      value: <ReviewStateLine review={review} reviewIs={reviewState(reviews[0], changes)} />,
    },
  ]
  return <Facts facts={facts} />
}

const countsOf = ({ templates, blocks }: KnownLaw) => ({ templates: templates.length, blocks: blocks.length })

function OwnerForm({ at, people, values, problems }: FormState & { at: string; people: PossibleOwner[] }) {
  const t = useTranslations('laws')
  const owner = people.find(({ isOwner }) => isOwner)?.id ?? ''
  const options = people.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <form
      method="post"
      action={`${at}/owner`}
      noValidate
      className="mt-3 flex flex-wrap items-end gap-2 border-base-300 border-t pt-2"
    >
      <div className="w-full sm:w-72">
        <SelectField
          name="owner"
          label={t('column.owner')}
          hint={t('ownerHint')}
          options={[{ value: '', label: t('nobody') }, ...options]}
          values={values ?? { owner }}
          problems={problems}
        />
      </div>
      <button type="submit" className="btn btn-outline mb-6">
        {t('saveOwner')}
      </button>
    </form>
  )
}

function OpenTasks({ tasks }: { tasks: OpenTask[] }) {
  const t = useTranslations('laws')
  return (
    <Panel title={t('openTasks', { count: tasks.length })}>
      <ul className="divide-y divide-base-300">
        {tasks.map(({ id, kind, code, ownerName, in_force_from }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <a className="link wrap-anywhere" href={`${TASKS}/${id}`}>
              {t(`task.kind.${kind}`)} {code}
            </a>
            <span className="text-base-content/75 text-sm">
              {ownerName ?? t('nobody')}
              {in_force_from && ` · ${in_force_from}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The places that cite the law, article by article. */
function LawCitations({ law }: { law: KnownLaw }) {
  const t = useTranslations('laws')
  const locale = localeOf(useLocale())
  const { name, templates, blocks } = law
  if (!templates.length && !blocks.length) return <p className="mt-4">{t('usedNowhere')}</p>
  return (
    <section aria-labelledby="uses" className="mt-6">
      <h2 id="uses" className="mb-2 font-serif text-xl">
        {t('where')}
      </h2>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {templates.map((entry) => (
          <div key={entry.template.code} className="rounded-box border border-base-300 bg-base-100 p-4">
            <h3 className="flex flex-wrap items-baseline gap-x-2">
              <a className="link font-medium" href={`/desk/templates/${entry.template.code}`}>
                {twinIn(entry.template.title, locale)}
              </a>
              <span className="text-base-content/75 text-sm">
                {t('version', { version: entry.template.version })}
              </span>
              {entry.source === 'published' && <Tag>{t('published')}</Tag>}
              {entry.retiredAt && <StateWord tone="plain">{t('retired')}</StateWord>}
            </h3>
            <Articles articles={articlesOf(templateUses(entry), name)} />
          </div>
        ))}
        {blocks.map((block) => (
          <div key={block.name} className="rounded-box border border-base-300 bg-base-100 p-4">
            <h3 className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium" lang="en">
                {block.name}
              </span>
              <Tag>{t('block')}</Tag>
            </h3>
            <Articles articles={articlesOf(block.citations, name)} />
          </div>
        ))}
      </div>
    </section>
  )
}

function Articles({ articles }: { articles: ArticleUse[] }) {
  const t = useTranslations('laws')
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {articles.map(({ article, places }) => (
        <div key={article} className="contents">
          <dt className="whitespace-nowrap">{article === null ? t('whole') : t('article', { article })}</dt>
          <dd className="wrap-anywhere text-base-content/75">
            {places.includes('') && `${t('templateItself')} `}
            <span lang="en">{places.filter(Boolean).join(', ')}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
