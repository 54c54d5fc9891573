import { pageBrand } from '#modules/brand/index.ts'
import {
  cutPicture,
  DesignSchema,
  MAX_PICTURE_BYTES,
  readDesign,
  SizeSchema,
  sendSealPicture,
  svgOf,
} from '#modules/seals/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { findPartySeal, storeOwnPicture } from '../../../seals/party-seals.ts'
import { whenEntered } from '../entrance.ts'
import { stepOf, type Turn } from '../signer-link.ts'
import { OwnSealPage } from './views/own-seal-page.tsx'

/** The picture of a seal that a signatory adds to their signature. */
export const ownSealRoutes = routes()

const PAGE = '/signing/:id/seal'
const SCRIPT = 'views/scripts/seal-script.ts'

const mayAdd = (turn: Turn) => turn.state === 'invited' && turn.signing_state === 'started'

async function ownSealPage(c: Ctx, turn: Turn, form: FormState = {}) {
  const seal = await findPartySeal(c.var.db, turn.id)
  if (!seal || seal.seal_id || !mayAdd(turn)) return goTo(c, stepOf(turn))
  const content = <OwnSealPage {...form} turn={turn} company={seal.company} hasPicture={seal.look !== null} />
  const title = translate(c.var.locale)('signing.ownSeal.title')
  const status = form.problems ? 422 : 200
  return page(c, content, { title, shell: 'slim', scripts: [SCRIPT], status, brand: pageBrand(turn) })
}

ownSealRoutes.get(PAGE, (c) => whenEntered(c, (turn) => ownSealPage(c, turn)))

/** After a rejected form the browser shows one of these URLs. */
for (const form of ['drawn', 'uploaded', 'removal'])
  ownSealRoutes.get(`${PAGE}/${form}`, (c) => whenEntered(c, ({ id }) => goTo(c, `/signing/${id}/seal`)))

async function store(c: Ctx, turn: Turn, picture: Parameters<typeof storeOwnPicture>[2]) {
  if (!(await storeOwnPicture(c.var.db, turn.id, picture))) throw new AppError('SIGNING_STATUS_WRONG')
  return goTo(c, `/signing/${turn.id}#sign`)
}

ownSealRoutes.post(`${PAGE}/drawn`, (c) =>
  whenEntered(c, async (turn) => {
    const form = await readForm(c, DesignSchema)
    if (!form.ok) return ownSealPage(c, turn, form)
    return store(c, turn, { look: { way: 'drawn', design: form.output }, picture: null })
  }),
)

ownSealRoutes.post(`${PAGE}/uploaded`, (c) =>
  whenEntered(c, async (turn) => {
    const { form, files } = await readFormWithFiles(c, SizeSchema, 'picture', MAX_PICTURE_BYTES)
    if (!form.ok) return ownSealPage(c, turn, form)
    const cutResult = await cutPicture(files, form.output.longest)
    if (typeof cutResult === 'string')
      return ownSealPage(c, turn, { values: form.values, problems: { picture: cutResult } })
    const { png, width, height } = cutResult
    return store(c, turn, { look: { way: 'uploaded', width, height }, picture: png })
  }),
)

ownSealRoutes.post(`${PAGE}/removal`, (c) =>
  whenEntered(c, async (turn) => {
    await requireForm(c)
    return store(c, turn, null)
  }),
)

ownSealRoutes.get(`${PAGE}/preview.svg`, (c) =>
  whenEntered(c, () => {
    const design = readDesign(c.req.query())
    if (!design) throw new AppError('INVALID_FIELD', { field: 'name' })
    c.header('Content-Type', 'image/svg+xml')
    return c.body(svgOf(design))
  }),
)

/** The picture that will be printed beside the signature. */
ownSealRoutes.get(`${PAGE}/picture`, (c) =>
  whenEntered(c, async (turn) => {
    const seal = await findPartySeal(c.var.db, turn.id)
    if (!seal?.look) notFound()
    return sendSealPicture(c, { look: seal.look, picture: seal.picture })
  }),
)
