import * as v from 'valibot'
import { logDeskAction } from '#modules/accounts/index.ts'
import { currentSigningFaults, listHeldUp } from '#modules/signing/index.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { countDeadLetters, listDeadLetters, retriedLately, retryJobs } from '#src/jobs/dead-letters.ts'
import { jobNames } from '#src/jobs/jobs.ts'
import { DeskJobsPage } from './desk-jobs-page.tsx'
import { jobSubjects } from './job-subjects.ts'

export const deskJobsRoutes = routes()

const HOME = '/desk/jobs'

/**
 * The number of jobs that were just retried, from the URL; undefined if implausible, for example in an old
 * link.
 */
async function readRetryCount(c: Ctx): Promise<number | undefined> {
  const countText = c.req.query('again') ?? ''
  if (!/^\d{1,6}$/.test(countText)) return undefined
  const count = Number(countText)
  return count <= (count && (await retriedLately(c.var.db))) ? count : undefined
}

deskJobsRoutes.get(HOME, async (c) => {
  const { db, locale } = c.var
  const { queue = '', from = '' } = c.req.query()
  const { rows, next } = await listDeadLetters(db, { queue, from })
  const subjects = await jobSubjects(db, rows)
  const facts = {
    rows,
    next,
    queue,
    subjects,
    counts: await countDeadLetters(db),
    waitingSignings: await listHeldUp(db),
    isSigningEnded: c.req.query('ended') === '1',
  }
  const content = (
    <DeskJobsPage
      {...facts}
      retryCount={await readRetryCount(c)}
      faultyParts={await currentSigningFaults(db)}
    />
  )
  return page(c, content, { title: translate(locale)('jobs.title'), shell: 'mgmt', current: 'deskJobs' })
})

/** After a form is sent, a reload or a change of language requests the form's URL by GET. */
for (const form of ['retry', ':id/retry']) deskJobsRoutes.get(`${HOME}/${form}`, (c) => goTo(c, HOME))

function redirectWithCount(c: Ctx, selection: { id: string } | { queue: string }, count: number) {
  log.info({ event: 'jobs tried again', ...selection, count, by: viewerOf(c).id }, 'jobs tried again')
  return goTo(c, `${HOME}?again=${count}`)
}

/** Retries the jobs, and records that in the staff log. */
function retryAndLog(c: Ctx, selection: { id: string } | { queue: string }): Promise<number> {
  return c.var.db.transaction().execute(async (trx) => {
    const count = await retryJobs(trx, selection)
    const subject = 'queue' in selection ? selection.queue : selection.id
    const entry = { accountId: null, subject, path: HOME, action: 'retry-jobs', reason: '–' } as const
    if (count) await logDeskAction(trx, viewerOf(c), entry)
    return count
  })
}

deskJobsRoutes.post(`${HOME}/retry`, async (c) => {
  const form = await readForm(c, v.object({ queue: v.optional(v.string(), '') }))
  const { queue = '' } = form.values
  if (!jobNames().includes(queue)) notFound()
  return redirectWithCount(c, { queue }, await retryAndLog(c, { queue }))
})

deskJobsRoutes.post(`${HOME}/:id/retry`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  if (!isId(id)) notFound()
  const count = await retryAndLog(c, { id })
  // The job no longer waits: a colleague has retried it, or it has just succeeded.
  return redirectWithCount(c, { id }, count)
})
