import { AppError } from '#src/core/errors.ts'
import { isLocale, translate } from '#src/core/i18n.ts'
import { fragment, page } from '#src/http/page.tsx'
import { isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findTemplate, libraryEdition } from '../library.ts'
import { usedCategories } from '../list/list.ts'
import { isPlain, readLibraryFilter } from './filter.ts'
import { acceptedPicture, firstPage } from './picture.ts'
import { newcomers, shelfFor } from './shelf.ts'
import { DocLibPage } from './views/doc-lib-page.tsx'
import { TemplateList } from './views/template-list.tsx'

export const docLibRoutes = routes()

docLibRoutes.get('/mgmt/doc-lib', async (c) => {
  const [viewer, { locale, db }] = [viewerOf(c), c.var]
  const filter = readLibraryFilter(c.req.query())
  const used = isPlain(filter) ? await usedCategories(db, viewer).execute() : undefined
  const shelf = await shelfFor({ viewer, locale, used }, filter)
  if (isFragmentRequest(c)) return fragment(c, <TemplateList path="/mgmt/doc-lib" shelf={shelf} />)
  const news = newcomers().map(({ template }) => template)
  const { recommended, shown } = shelf
  const codes = [recommended, shown, news.map((template) => ({ template }))].map((list) =>
    list.map((one) => one.template.code),
  )
  return page(c, <DocLibPage shelf={shelf} news={news} />, {
    reads: JSON.stringify([filter, libraryEdition(), codes]),
    title: translate(locale)('common.menu.docLib'),
    shell: 'mgmt',
    current: 'docLib',
  })
})

/** Its version is in the address, so that a browser that has it need not ask. */
docLibRoutes.get('/mgmt/doc-lib/:id/first-page', async (c) => {
  const { locale = c.var.locale } = c.req.query()
  if (!isLocale(locale)) throw new AppError('NOT_FOUND')
  const picture = await firstPage(findTemplate(c.req.param('id')), locale)
  c.header('Cache-Control', 'private, max-age=86400')
  c.header('Content-Type', 'image/svg+xml')
  c.header('Vary', 'Accept-Encoding')
  const { bytes, encoding } = acceptedPicture(picture, c.req.header('accept-encoding') ?? '')
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bytes)
})
