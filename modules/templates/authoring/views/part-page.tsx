import type { Path } from '#assembly/template/parse.ts'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { DraftFrame } from '../../publishing/views/draft-frame.tsx'
import { addressOf, type PageName, partPath } from '../address.ts'
import type { EditedDraft } from '../edit.ts'
import type { Values } from '../forms/values.ts'
import { type PlainObject, valueAt } from '../source.ts'
import { ArticleFields, BlockFields } from './article-fields.tsx'
import { ClauseFields } from './clause-fields.tsx'
import { DateFields } from './date-fields.tsx'
import { FieldFields } from './field-fields.tsx'
import { GeneralFields } from './general-fields.tsx'
import { useNames } from './names.ts'
import { Faults, faultsByControl, PartContext } from './part-context.tsx'
import { PartyFields } from './party-fields.tsx'
import { RuleFields } from './rule-fields.tsx'

export interface PartPageProps {
  draft: EditedDraft
  page: PageName
  path: Path
  isNew: boolean
  values: Values
  /** Digest of the part when it was shown. */
  digest: string
  /** The clauses of the shared block, if the part is one. */
  block?: PlainObject[]
  problem?: MessageKey
}

/** One part of a draft as a form, with the check's findings. */
export function PartPage(props: PartPageProps) {
  const { draft, page, path, isNew, values, digest, problem } = props
  const t = useTranslations('authoring')
  const { data } = draft.source
  const home = `/desk/templates/drafts/${draft.id}/form`
  const partProblems = draft.problems.filter(
    ({ path: at }) => at && addressOf(partPath(at)) === addressOf(path),
  )
  const faults = isNew ? new Map() : faultsByControl(partProblems, path, values)
  return (
    <DraftFrame draft={draft} name={useNames().titleOf(data)} tab="form">
      <PartContext value={{ values, faults }}>
        <section className="rounded-box border border-base-300 bg-base-100 p-4">
          <h2 className="font-serif text-lg">{t(`page.${isNew ? 'new' : 'old'}.${kindOf(page, path)}`)}</h2>
          <FormProblem problem={problem} />
          <Faults name="" />
          <form method="post" action={`${home}/${page}`} noValidate>
            <input type="hidden" name="at" value={addressOf(path)} />
            <input type="hidden" name="seen" value={digest} />
            {isNew && <input type="hidden" name="new" value="yes" />}
            <Fields {...props} data={data} />
            <p className="mt-4 flex flex-wrap gap-2">
              <button type="submit" className="btn btn-primary">
                {t('save')}
              </button>
              <button type="submit" name="then" value="stay" className="btn btn-outline">
                {t('saveAndStay')}
              </button>
              <a href={home} className="btn btn-ghost">
                {t('back')}
              </a>
            </p>
          </form>
        </section>
      </PartContext>
    </DraftFrame>
  )
}

/** The kind of part, for the heading. */
function kindOf(page: PageName, path: Path) {
  if (page === 'article') return path[0] === 'annexes' ? 'annex' : 'article'
  if (page === 'party') return path[0] === 'moreParties' ? 'moreParties' : 'party'
  if (page === 'rule') return path[0] === 'advise' ? 'advice' : 'rule'
  if (page !== 'clause') return page
  if (path[0] === 'recitals') return 'recital'
  return path.includes('items') ? 'item' : 'clause'
}

function Fields({ page, path, isNew, data, block = [] }: PartPageProps & { data: PlainObject }) {
  const part = isNew ? undefined : (valueAt(data, path) as PlainObject | undefined)
  if (page === 'general') return <GeneralFields data={data} path={path} />
  if (page === 'party') return <PartyFields data={data} path={path} />
  if (page === 'field') return <FieldFields data={data} path={path} />
  if (page === 'article') return <ArticleFields data={data} path={path} own={part} />
  if (page === 'block') return <BlockFields clauses={block} />
  if (page === 'rule') return <RuleFields data={data} path={path} />
  if (page === 'date') return <DateFields data={data} path={path} />
  return <ClauseFields data={data} path={path} own={part} />
}
