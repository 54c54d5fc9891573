import { findFile } from '#modules/documents/index.ts'
import { sendFile } from '#modules/printing/index.ts'
import { AppError } from '#src/core/errors.ts'
import { goTo, routes } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import { latestRevision } from '../../revisions.ts'
import { sendBundle } from './bundle/bundle-routes.ts'
import { whenEntered } from './entrance.ts'
import { stepOf } from './signer-link.ts'

/** The files that a signatory can download. */
export const downloadRoutes = routes()

downloadRoutes.get('/signing/:id/document.pdf', (c) =>
  whenEntered(c, async (turn) => {
    const { key, sha256 } = await latestRevision(c.var.db, turn.signing_id)
    const document = { name: turn.document_name, number: turn.document_number }
    const mark = turn.signing_state === 'completed' ? 'signed' : undefined
    return sendFile(c, document, 'pdf', await getFile(c.var.db, key, sha256), mark)
  }),
)

/**
 * The certificate of completion. Redirects to the page of the current step until everyone has signed. Throws
 * FILE_GENERATING until the certificate's job has run.
 */
downloadRoutes.get('/signing/:id/certificate.pdf', (c) =>
  whenEntered(c, async (turn) => {
    if (turn.signing_state !== 'completed') return goTo(c, stepOf(turn))
    const file = await findFile(c.var.db, turn.document_id, 'completion-certificate')
    if (!file) throw new AppError('FILE_GENERATING')
    const document = { name: turn.document_name, number: turn.document_number }
    return sendFile(c, document, 'pdf', await getFile(c.var.db, file.key, file.sha256), 'certificate')
  }),
)

/**
 * The evidence bundle with the part of the log since the document was sent. Redirects and throws as the
 * route of the certificate does.
 */
downloadRoutes.get('/signing/:id/evidence.zip', (c) =>
  whenEntered(c, async (turn) => {
    if (turn.signing_state !== 'completed') return goTo(c, stepOf(turn))
    const { document_id: id, document_name: name, document_number: number } = turn
    return sendBundle(c, { id, name, number }, 'signing')
  }),
)
