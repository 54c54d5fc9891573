import { libraryEntries } from '#modules/templates/index.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { listKnownLaws } from './law.ts'
import { TaskForm } from './law-form.ts'
import { findTask, finishTask, listTasks, readTaskFilter, TASKS } from './task.ts'
import { TaskPage } from './views/task-page.tsx'
import { TasksPage } from './views/tasks-page.tsx'

/** The pages of tasks to check templates because a law changes, or to review a law again. */
export const lawTaskRoutes = routes()

const FRAME = { shell: 'mgmt', current: 'deskLaws' } as const

lawTaskRoutes.get(TASKS, async (c) => {
  const filter = readTaskFilter(c.req.query())
  const list = await listTasks(c.var.db, viewerOf(c), filter)
  const laws = await listKnownLaws()
  const props = { ...list, filter, laws, entries: libraryEntries(), locale: c.var.locale }
  return page(c, <TasksPage {...props} />, { title: translate(c.var.locale)('laws.tasks.title'), ...FRAME })
})

async function taskPage(c: Ctx, formState: FormState = {}, status: 200 | 409 | 422 = 200) {
  const task = await findTask(c.var.db, c.req.param('id')!)
  const law = (await listKnownLaws()).find(({ name }) => name === task.law)
  const viewerId = viewerOf(c).id
  const props = { task, law, viewerId, locale: c.var.locale, done: c.req.query('done'), ...formState }
  return page(c, <TaskPage {...props} />, {
    title: translate(c.var.locale)('laws.task.title'),
    ...FRAME,
    status,
  })
}

lawTaskRoutes.get(`${TASKS}/:id`, (c) => taskPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
lawTaskRoutes.get(`${TASKS}/:id/completion`, async (c) =>
  goTo(c, `${TASKS}/${(await findTask(c.var.db, c.req.param('id'))).id}`),
)

lawTaskRoutes.post(`${TASKS}/:id/completion`, async (c) => {
  const id = c.req.param('id')
  await findTask(c.var.db, id)
  const form = await readForm(c, TaskForm)
  if (!form.ok) return taskPage(c, form, 422)
  const result = await finishTask(c.var.db, viewerOf(c), id, form.output)
  if (result === 'done') return goTo(c, `${TASKS}/${id}?done=finished`)
  const { values } = form
  if (result === 'notPublished')
    return taskPage(c, { values, problems: { outcome: 'laws.problem.notPublished' } }, 422)
  return taskPage(c, { values, problems: { form: 'laws.problem.finished' } }, 409)
})
