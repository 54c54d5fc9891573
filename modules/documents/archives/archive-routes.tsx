import { shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { chosenDocuments, readSelection } from '../filing/selection.ts'
import './archive-sweep.ts'
import { beginArchive, listArchives, openArchive, removeArchive } from './archive.ts'
import { ArchiveList, ArchivesPage } from './views/archives-page.tsx'

/** Zip files of several documents: requested in the list, made by a job, available for a day. */
export const archiveRoutes = routes()

const PAGE = '/mgmt/archives'

async function archivesPage(c: Ctx, problem?: AppError) {
  const archives = await listArchives(c.var.db, viewerOf(c))
  if (isFragmentRequest(c) && !problem) return fragment(c, <ArchiveList archives={archives} />)
  const title = translate(c.var.locale)('documents.archive.title')
  const content = <ArchivesPage archives={archives} problem={problem} />
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs', status: problem ? 422 : 200 })
}

archiveRoutes.get(PAGE, (c) => archivesPage(c))

archiveRoutes.post(PAGE, async (c) => {
  const form = await readForm(c, AnyForm)
  try {
    const documents = await chosenDocuments(c.var.db, viewerOf(c), readSelection(form.values))
    await beginArchive(
      c.var.db,
      viewerOf(c),
      documents.map(({ id }) => id),
      c.var.locale,
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_FIELD') return archivesPage(c, error)
    throw error
  }
  return goTo(c, PAGE)
})

archiveRoutes.get(`${PAGE}/:id/file`, async (c) => {
  const { content, size, at } = await openArchive(c.var.db, viewerOf(c), c.req.param('id'))
  const name = translate(c.var.locale)('documents.archive.fileName', { day: shanghaiDay(at) })
  c.header('Content-Length', String(size))
  return sendAttachment(c, `${name}.zip`, 'application/zip', content)
})

archiveRoutes.post(`${PAGE}/:id/removal`, async (c) => {
  await requireForm(c)
  await removeArchive(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, PAGE)
})
