import { Readable } from 'node:stream'
import { downloadName } from '#modules/printing/index.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { boxesToShow, PICTURE_PATH, picturesAt, sendPagePicture } from '#src/http/pictures/page-picture.ts'
import { routes, viewerOf } from '#src/http/web.ts'
import { findImport, findOriginal, importToDraw, openImport } from './import.ts'
import { uploadRoutes } from './upload-routes.tsx'
import { ViewImportPage } from './views/view-import-page.tsx'

/** The pages of an imported PDF, and its upload. */
export const importRoutes = routes()

importRoutes.route('/', uploadRoutes)

importRoutes.get('/mgmt/:id/my-docs-import-view', async (c) => {
  const document = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const path = `/mgmt/${document.id}`
  const props = {
    src: `${path}/imported.pdf`,
    pictures: picturesAt(path, document.sha256),
    boxes: await boxesToShow(importToDraw(c.var.db, document), document.pages),
  }
  const content = <ViewImportPage document={document} pdf={props} done={c.req.query('done')} />
  return page(c, content, {
    title: document.name,
    shell: 'mgmt',
    current: 'myDocs',
    scripts: ['views/scripts/pdf-viewer/pdf-viewer.ts'],
  })
})

importRoutes.get('/mgmt/:id/imported.pdf', async (c) => {
  const document = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const content = Readable.toWeb(await openImport(c.var.db, document)) as ReadableStream
  return sendAttachment(c, downloadName(document, '.pdf'), 'application/pdf', content)
})

importRoutes.get('/mgmt/:id/original.pdf', async (c) => {
  const original = await findOriginal(c.var.db, viewerOf(c), c.req.param('id'))
  const content = Readable.toWeb(await openImport(c.var.db, original)) as ReadableStream
  return sendAttachment(c, downloadName(original, ' (original).pdf'), 'application/pdf', content)
})

importRoutes.get(`/mgmt/:id/${PICTURE_PATH}`, async (c) => {
  const document = await findImport(c.var.db, viewerOf(c), c.req.param('id')!)
  return sendPagePicture(c, importToDraw(c.var.db, document))
})
