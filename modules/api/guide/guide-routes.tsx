import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { GUIDE, GuidePage } from './views/guide-page.tsx'

/** The public description of the API for programmers. */
export const guideRoutes = routes()

guideRoutes.get(GUIDE, (c) => {
  const t = translate(c.var.locale)
  return page(c, <GuidePage />, {
    title: t('api.guide.title'),
    description: t('api.guide.lead'),
    shell: 'public',
    open: !c.var.viewer,
    seo: { path: GUIDE },
  })
})
