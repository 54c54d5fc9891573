import { usedCategories } from '#modules/documents/index.ts'
import {
  DocLibPage,
  isUnfiltered,
  libraryEdition,
  newTemplates,
  readLibraryFilter,
  shelfFor,
  TemplateList,
} from '#modules/templates/index.ts'
import { translate } from '#src/core/i18n.ts'
import { fragment, page } from '#src/http/page.tsx'
import { isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'

export const docLibRoutes = routes()

docLibRoutes.get('/mgmt/doc-lib', async (c) => {
  const viewer = viewerOf(c)
  const { locale, db } = c.var
  const filter = readLibraryFilter(c.req.query())
  const categories = isUnfiltered(filter) ? await usedCategories(db, viewer).execute() : undefined
  const shelf = await shelfFor({ viewer, locale, usedCategories: categories }, filter)
  if (isFragmentRequest(c)) return fragment(c, <TemplateList path="/mgmt/doc-lib" shelf={shelf} />)
  const news = newTemplates().map(({ template }) => template)
  const { recommended, listed: listedTemplates } = shelf
  const codes = [recommended, listedTemplates, news.map((template) => ({ template }))].map((list) =>
    list.map((one) => one.template.code),
  )
  return page(c, <DocLibPage shelf={shelf} news={news} />, {
    cacheKey: JSON.stringify([filter, libraryEdition(), codes]),
    title: translate(locale)('common.menu.docLib'),
    shell: 'mgmt',
    current: 'docLib',
  })
})
