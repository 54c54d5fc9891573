import { requirePermission } from '#modules/accounts/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import {
  canHaveCrossPage,
  findSealSetting,
  readSealChoices,
  sealingParties,
  storeSealChoices,
} from './seal-setting.ts'
import { SealingPage } from './views/sealing-page.tsx'

/** The page on which the sender chooses who seals a document. */
export const sealingRoutes = routes()

const PAGE = '/mgmt/:id/sealing'

async function sealingPage(c: Ctx, formState: FormState = {}) {
  const document = await findSignable(c.var.db, viewerOf(c), c.req.param('id')!)
  requirePermission(viewerOf(c), 'document.sign')
  if (!maySend(document)) return goTo(c, `/mgmt/${document.id}/view-doc`)
  const setting = await findSealSetting(c.var.db, viewerOf(c), document)
  const content = (
    <SealingPage
      {...formState}
      {...setting}
      document={document}
      parties={sealingParties(document)}
      canHaveCrossPage={canHaveCrossPage(document)}
    />
  )
  const title = translate(c.var.locale)('signing.seals.title')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs', status: formState.problems ? 422 : 200 })
}

sealingRoutes.get(PAGE, (c) => sealingPage(c))

sealingRoutes.post(PAGE, async (c) => {
  const id = c.req.param('id')
  const form = await readForm(c, AnyForm)
  try {
    await storeSealChoices(c.var.db, viewerOf(c), id, readSealChoices(form.values))
  } catch (error) {
    if (!(error instanceof AppError) || !FORM_ERRORS.has(error.code)) throw error
    logRefused(c, error)
    return sealingPage(c, { values: form.values, problems: { form: error.words }, details: error.details })
  }
  return goTo(c, `/mgmt/${id}/sign-setting`)
})

/** Errors that are shown on the form. */
const FORM_ERRORS: ReadonlySet<string> = new Set(['SEAL_NOT_USABLE', 'SEALS_ACROSS_LIMIT'])
