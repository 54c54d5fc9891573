import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { refusal } from '../forms.ts'
import { requestContents, requestPrice } from './package-approval.ts'
import { findPackage, historyOf, listPackagesForDesk } from './package-change.ts'
import { lackingNumbers, PackageForm, PriceForm } from './package-form.ts'
import { PackagePage } from './views/package-page.tsx'
import { PackagesPage } from './views/packages-page.tsx'

export const packageRoutes = routes()

const HOME = '/desk/packages'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const

packageRoutes.get(HOME, async (c) => {
  const offers = await listPackagesForDesk(c.var.db, viewerOf(c))
  const title = translate(c.var.locale)('desk.sales.packages')
  return page(c, <PackagesPage offers={offers} />, { title, ...FRAME })
})

const codeOf = (c: Ctx) => c.req.param('id') ?? ''

async function packagePage(c: Ctx, formState: FormState = {}) {
  const offer = await findPackage(c.var.db, viewerOf(c), codeOf(c))
  const history = await historyOf(c.var.db, viewerOf(c), offer.code)
  const title = translate(c.var.locale)(`orders.package.${offer.code}`)
  const content = <PackagePage offer={offer} history={history} {...formState} done={c.req.query('done')} />
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

const DETAIL_PATH = `${HOME}/:id`

packageRoutes.get(DETAIL_PATH, (c) => packagePage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['contents', 'prices'])
  packageRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { code } = await findPackage(c.var.db, viewerOf(c), codeOf(c))
    return goTo(c, `${HOME}/${code}`)
  })

packageRoutes.post(`${DETAIL_PATH}/contents`, async (c) => {
  const form = await readForm(c, PackageForm)
  const { code } = await findPackage(c.var.db, viewerOf(c), codeOf(c))
  const problems = { ...lackingNumbers(code, form.values), ...(form.ok ? {} : form.problems) }
  if (!form.ok || Object.keys(problems).length) return packagePage(c, { values: form.values, problems })
  const approval = await requestContents(c.var.db, viewerOf(c), code, {
    contents: form.output,
    form: form.values,
  })
  return goTo(c, approval ?? `${HOME}/${code}?done=saved`)
})

packageRoutes.post(`${DETAIL_PATH}/prices`, async (c) => {
  const form = await readForm(c, PriceForm)
  const { code } = await findPackage(c.var.db, viewerOf(c), codeOf(c))
  if (!form.ok) return packagePage(c, form)
  try {
    const approval = await requestPrice(c.var.db, viewerOf(c), code, {
      price: form.output,
      form: form.values,
    })
    return goTo(c, approval ?? `${HOME}/${code}?done=priced`)
  } catch (error) {
    return packagePage(c, { values: form.values, problems: refusal(error, 'amount') })
  }
})
