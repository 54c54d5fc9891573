import { listCachedOffers } from '#modules/orders/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, type Problems, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { brandStyles, readColour } from '#views/brand/brand-colour.ts'
import { type FoundBrand, findBrand, findLogo, removeBrand, saveBrand } from './brand.ts'
import { BrandForm } from './brand-form.ts'
import { MAX_LOGO_BYTES, readLogo } from './logo/logo.ts'
import { pageBrand } from './look.ts'
import { BrandPage } from './views/brand-page.tsx'
import { RemovalForm } from './views/removal-form.tsx'

/** The pages of a team's logo and colour, and the files that others load. */
export const brandRoutes = routes()

const HOME = '/mgmt/acct-info/brand'
const SCRIPT = 'views/brand/brand-script.ts'

async function brandPage(c: Ctx, { brand, included }: FoundBrand, formState: FormState = {}) {
  const plans = (await listCachedOffers(c.var.db)).filter((offer) => offer.brand)
  const { teamName: starter_team } = viewerOf(c)
  const sampleBrand = pageBrand({ brand, starter_team }) ?? {
    name: starter_team,
    logo: null,
    stylesheet: null,
  }
  const content = (
    <BrandPage
      {...formState}
      brand={brand}
      shownBrand={sampleBrand}
      included={included}
      plans={plans.map(({ code }) => code)}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)('brand.title')
  const status = formState.problems ? 422 : 200
  return page(c, content, {
    title,
    shell: 'mgmt',
    current: 'acctInfo',
    status,
    scripts: [SCRIPT],
    brand: sampleBrand,
  })
}

brandRoutes.get(HOME, async (c) => brandPage(c, await findBrand(c.var.db, viewerOf(c))))

brandRoutes.post(HOME, async (c) => {
  const brand = await findBrand(c.var.db, viewerOf(c))
  const { form, files } = await readFormWithFiles(c, BrandForm, 'logo', MAX_LOGO_BYTES)
  if (!brand.included) throw new AppError('ACCESS_DENIED', {}, 'brand.problem.plan')
  const upload = files.length > 0 ? await readLogo(files) : undefined
  const problems: Problems = typeof upload === 'string' ? { logo: upload } : {}
  if (!form.ok) return brandPage(c, brand, { ...form, problems: { ...form.problems, ...problems } })
  if (typeof upload === 'string') return brandPage(c, brand, { values: form.values, problems })
  const { colour, withoutLogo, inDocuments } = form.output
  const logo = upload ?? (withoutLogo ? null : undefined)
  try {
    await saveBrand(c.var.db, viewerOf(c), { colour, in_documents: inDocuments, logo })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_FIELD')) throw error
    logRefused(c, error)
    return brandPage(c, brand, { values: form.values, problems: { colour: 'brand.problem.nothing' } })
  }
  return goTo(c, `${HOME}?done=brand`)
})

brandRoutes.get(`${HOME}/removal`, async (c) => {
  const { brand } = await findBrand(c.var.db, viewerOf(c))
  if (!brand) return goTo(c, HOME)
  const title = translate(c.var.locale)('brand.remove.title')
  return actionPage(c, { title, form: <RemovalForm />, current: 'acctInfo' })
})

brandRoutes.post(`${HOME}/removal`, async (c) => {
  await requireForm(c)
  await removeBrand(c.var.db, viewerOf(c))
  return goTo(c, `${HOME}?done=brandRemoved`)
})

/** Mail programs load the logo, also from other sites. Each logo has a different address. */
brandRoutes.get('/brand/logos/:file', async (c) => {
  const [sha256 = '', ending] = c.req.param('file').split('.')
  const png = ending === 'png' ? await findLogo(c.var.db, sha256) : undefined
  if (!png) notFound()
  c.header('Content-Type', 'image/png')
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  return c.body(new Uint8Array(png))
})

/** The stylesheet of a colour: pages may not contain styles. */
brandRoutes.get('/brand/colours/:file', (c) => {
  const [digits = '', ending] = c.req.param('file').split('.')
  const colour = ending === 'css' && digits.length === 6 ? readColour(digits) : null
  if (!colour) notFound()
  c.header('Content-Type', 'text/css; charset=utf-8')
  c.header('Cache-Control', 'public, max-age=86400')
  return c.body(brandStyles(colour))
})
