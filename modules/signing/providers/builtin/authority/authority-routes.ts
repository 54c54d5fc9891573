import { notFound } from '#src/core/errors.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { listAuthorities } from './own-key.ts'

/** The public certificates and revocation lists of our authorities. */
export const authorityRoutes = routes()

/** The root certificate in use; a PDF reader that trusts it shows our signatures as valid. */
authorityRoutes.get('/authority.crt', async (c) => {
  const { rootCertificate } = await import('./authority.ts')
  c.header('Content-Disposition', 'attachment; filename="qishu-root.crt"')
  return sendCertificate(c, await rootCertificate(c.var.db))
})

/**
 * Id of the first authority, whose list is named in certificates from earlier versions. It issued them
 * without an intermediate.
 */
const FIRST_AUTHORITY_ID = 1

authorityRoutes.get('/authority.crl', (c) => sendList(c, FIRST_AUTHORITY_ID))

authorityRoutes.get('/authorities/:id{[1-9][0-9]{0,5}\\.crt}', async (c) => {
  const id = Number.parseInt(c.req.param('id'), 10)
  const row = (await listAuthorities(c.var.db)).find((one) => one.id === id)
  return row ? sendCertificate(c, row.certificate) : notFound()
})

authorityRoutes.get('/authorities/:id{[1-9][0-9]{0,5}\\.crl}', (c) =>
  sendList(c, Number.parseInt(c.req.param('id'), 10)),
)

function sendCertificate(c: Ctx, der: Uint8Array) {
  c.header('Content-Type', 'application/pkix-cert')
  return c.body(new Uint8Array(der))
}

async function sendList(c: Ctx, id: number) {
  const { publishedCrl } = await import('./published-crl.ts')
  const crl = await publishedCrl(c.var.db, id)
  if (!crl) notFound()
  c.header('Content-Type', 'application/pkix-crl')
  c.header('Cache-Control', 'public, max-age=3600')
  return c.body(new Uint8Array(crl))
}
