import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { listChanges, markChanged, withdrawChange } from './change.ts'
import { findKnownLaw, lawPath, lawWords, listKnownLaws } from './law.ts'
import { ChangeForm, coversName, OwnerForm, readReview } from './law-form.ts'
import { listedLaws, readLawFilter } from './law-list.ts'
import {
  listOwners,
  listPossibleOwners,
  listReviews,
  recordReview,
  setOwner,
  withdrawReview,
} from './review.ts'
import { countOpenTasks, openTasksOf } from './task.ts'
import { ChangePage } from './views/change-page.tsx'
import { LawPage } from './views/law-page.tsx'
import { LawsPage } from './views/laws-page.tsx'
import { ReviewPage } from './views/review-page.tsx'

/** The pages of the laws that the library cites: their reviews and their changes. */
export const lawRoutes = routes()

const HOME = '/desk/laws'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskLaws' } as const
const nameOf = (c: Ctx) => c.req.param('id')!

lawRoutes.get(HOME, async (c) => {
  const { db, locale } = c.var
  const filter = readLawFilter(c.req.query())
  const laws = listedLaws(await listKnownLaws(), {
    reviews: await listReviews(db),
    changes: await listChanges(db),
    owners: await listOwners(db),
    tasks: await countOpenTasks(db),
  })
  const content = <LawsPage laws={laws} filter={filter} locale={locale} />
  return page(c, content, { title: translate(locale)('laws.title'), ...FRAME })
})

async function lawPage(c: Ctx, formState: FormState = {}) {
  const { db, locale } = c.var
  const law = await findKnownLaw(nameOf(c))
  const props = {
    law,
    locale,
    reviews: await listReviews(db, law.name),
    changes: await listChanges(db, law.name),
    people: await listPossibleOwners(db, law.name),
    tasks: await openTasksOf(db, law.name),
    done: c.req.query('done'),
  }
  const status = formState.problems ? 422 : 200
  return page(c, <LawPage {...props} {...formState} />, { title: lawWords(law, locale), ...FRAME, status })
}

lawRoutes.get(DETAIL_PATH, (c) => lawPage(c))

const goToLaw = (c: Ctx, done: string) => goTo(c, `${lawPath(nameOf(c))}?done=${done}`)

async function reviewPage(c: Ctx, formState: FormState = {}) {
  const law = await findKnownLaw(nameOf(c))
  const allCovered = Object.fromEntries(
    law.templates.map(({ template }) => [coversName(template.code), 'yes']),
  )
  const title = translate(c.var.locale)('laws.review.title')
  const content = (
    <ReviewPage
      law={law}
      locale={c.var.locale}
      values={formState.values ?? allCovered}
      problems={formState.problems}
    />
  )
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

lawRoutes.get(`${DETAIL_PATH}/review`, (c) => reviewPage(c))

lawRoutes.post(`${DETAIL_PATH}/review`, async (c) => {
  const law = await findKnownLaw(nameOf(c))
  const form = await readForm<typeof AnyForm>(c, AnyForm)
  const versionsInForce = Object.fromEntries(
    law.templates.map(({ template }) => [template.code, template.version]),
  )
  const review = readReview(form.values, versionsInForce)
  const problems = { ...('problems' in review && review.problems), ...(!form.ok && form.problems) }
  if ('problems' in review || !form.ok) return reviewPage(c, { values: form.values, problems })
  await recordReview(c.var.db, viewerOf(c), law.name, review.fields)
  return goToLaw(c, 'reviewed')
})

async function changePage(c: Ctx, formState: FormState = {}, status: 200 | 409 | 422 = 200) {
  const law = await findKnownLaw(nameOf(c))
  const title = translate(c.var.locale)('laws.change.title')
  return page(c, <ChangePage law={law} locale={c.var.locale} {...formState} />, { title, ...FRAME, status })
}

lawRoutes.get(`${DETAIL_PATH}/change`, (c) => changePage(c))

lawRoutes.post(`${DETAIL_PATH}/change`, async (c) => {
  const law = await findKnownLaw(nameOf(c))
  const form = await readForm(c, ChangeForm)
  if (!form.ok) return changePage(c, form, 422)
  const result = await markChanged(c.var.db, viewerOf(c), law.name, form.output)
  if (result === 'marked') return goToLaw(c, 'marked')
  return changePage(c, { values: form.values, problems: { inForceFrom: 'laws.problem.already' } }, 409)
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const step of ['owner', 'review-withdrawal', 'change-withdrawal'])
  lawRoutes.get(`${DETAIL_PATH}/${step}`, async (c) => goTo(c, lawPath((await findKnownLaw(nameOf(c))).name)))

lawRoutes.post(`${DETAIL_PATH}/owner`, async (c) => {
  const form = await readForm(c, OwnerForm)
  const owner = form.values.owner ?? ''
  if (form.ok && (await setOwner(c.var.db, viewerOf(c), nameOf(c), owner))) return goToLaw(c, 'owner')
  return lawPage(c, { values: form.values, problems: { owner: 'common.problem.selected' } })
})

lawRoutes.post(`${DETAIL_PATH}/review-withdrawal`, async (c) => {
  const { values } = await readForm(c, v.object({ review: v.string() }))
  await withdrawReview(c.var.db, viewerOf(c), nameOf(c), values.review ?? '')
  return goToLaw(c, 'reviewWithdrawn')
})

lawRoutes.post(`${DETAIL_PATH}/change-withdrawal`, async (c) => {
  const { values } = await readForm(c, v.object({ change: v.string() }))
  await withdrawChange(c.var.db, viewerOf(c), nameOf(c), values.change ?? '')
  return goToLaw(c, 'changeWithdrawn')
})
