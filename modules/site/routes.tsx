import { page, routes } from '#src/web.tsx'
import { AGREEMENT_TYPES, type AgreementType, findAgreement } from './agreements.ts'
import { AgreementPage } from './views/agreement-page.tsx'

export const siteRoutes = routes()

siteRoutes.get('/privacy-notice', (c) => {
  const asked = c.req.query('type') as AgreementType
  const type = AGREEMENT_TYPES.includes(asked) ? asked : 'PRIVACY_STATEMENT'
  const { version, texts } = findAgreement(type)
  const text = texts[c.var.locale]
  return page(c, <AgreementPage text={text} version={version} type={type} />, {
    title: text.title,
    shell: 'public',
  })
})
