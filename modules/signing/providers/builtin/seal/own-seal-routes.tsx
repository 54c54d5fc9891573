import {
  cutPicture,
  DesignSchema,
  LARGEST_PICTURE,
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
import { enteredTurn } from '../entrance.ts'
import { stepOf, type Turn } from '../signer-link.ts'
import { OwnSealPage } from './views/own-seal-page.tsx'

/** The picture of a seal that a signatory adds to their signature. */
export const ownSealRoutes = routes()

const PAGE = '/signing/:id/seal'
const SCRIPT = 'views/scripts/seal-script.ts'

/** The signatory's turn and the seal of their party, which may be missing. */
async function sealOf(c: Ctx) {
  const turn = await enteredTurn(c)
  return { turn, seal: await findPartySeal(c.var.db, turn.id) }
}

const mayAdd = (turn: Turn) => turn.state === 'invited' && turn.signing_state === 'started'

async function ownSealPage(c: Ctx, given: FormState = {}) {
  const { turn, seal } = await sealOf(c)
  if (!seal || seal.seal_id || !mayAdd(turn)) return goTo(c, stepOf(turn))
  const content = <OwnSealPage {...given} turn={turn} company={seal.company} hasOne={seal.look !== null} />
  const title = translate(c.var.locale)('signing.ownSeal.title')
  const status = given.problems ? 422 : 200
  return page(c, content, { title, shell: 'slim', scripts: [SCRIPT], status })
}

ownSealRoutes.get(PAGE, (c) => ownSealPage(c))

/** The addresses of refused forms. */
for (const form of ['drawn', 'uploaded', 'removal'])
  ownSealRoutes.get(`${PAGE}/${form}`, async (c) => goTo(c, `/signing/${(await enteredTurn(c)).id}/seal`))

async function store(c: Ctx, turn: Turn, picture: Parameters<typeof storeOwnPicture>[2]) {
  if (!(await storeOwnPicture(c.var.db, turn.id, picture))) throw new AppError('SIGNING_STATUS_WRONG')
  return goTo(c, `/signing/${turn.id}#sign`)
}

ownSealRoutes.post(`${PAGE}/drawn`, async (c) => {
  const turn = await enteredTurn(c)
  const form = await readForm(c, DesignSchema)
  if (!form.ok) return ownSealPage(c, form)
  return store(c, turn, { look: { way: 'drawn', design: form.output }, picture: null })
})

ownSealRoutes.post(`${PAGE}/uploaded`, async (c) => {
  const turn = await enteredTurn(c)
  const { form, files } = await readFormWithFiles(c, SizeSchema, 'picture', LARGEST_PICTURE)
  if (!form.ok) return ownSealPage(c, form)
  const cut = await cutPicture(files, form.output.longest)
  if (typeof cut === 'string') return ownSealPage(c, { values: form.values, problems: { picture: cut } })
  const { png, width, height } = cut
  return store(c, turn, { look: { way: 'uploaded', width, height }, picture: png })
})

ownSealRoutes.post(`${PAGE}/removal`, async (c) => {
  const turn = await enteredTurn(c)
  await requireForm(c)
  return store(c, turn, null)
})

ownSealRoutes.get(`${PAGE}/preview.svg`, async (c) => {
  await enteredTurn(c)
  const design = readDesign(c.req.query())
  if (!design) throw new AppError('INVALID_FIELD', { field: 'name' })
  c.header('Content-Type', 'image/svg+xml')
  return c.body(svgOf(design))
})

/** The picture that is set beside the signature. */
ownSealRoutes.get(`${PAGE}/picture`, async (c) => {
  const { seal } = await sealOf(c)
  if (!seal?.look) notFound()
  return sendSealPicture(c, { look: seal.look, picture: seal.picture })
})
