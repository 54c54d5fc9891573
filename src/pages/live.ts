import { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { findVisitor, sessionToken } from '#modules/accounts/index.ts'
import { lookUpConversation, recordPresence } from '#modules/chat/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { answer } from '#src/http/envelope.ts'
import { setSecurity } from '#src/http/security.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { asCustomer } from '#src/jobs/fair-queue.ts'
import { ofAccount, ofConversation } from '#src/live/notify.ts'
import { openStream, type Reader, streamInto } from '#src/live/streams.ts'
import { NOTHING_WAITS, waitingFor, waitingForCustomer, waitsForViewer } from './waiting.ts'

export const LIVE = '/live'

/**
 * Live updates of an open page: server-sent events for its EventSource. A request that does not accept a
 * stream gets the current state once.
 */
export const liveRoutes = routes()

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  // Without this header nginx would buffer the events.
  'X-Accel-Buffering': 'no',
  // Without keep-alive, so that a stop need not wait for an idle connection.
  Connection: 'close',
}

liveRoutes.get(LIVE, async (c) => {
  const { viewer, inbox } = c.var
  const reader = viewer ? readerOf(c, viewer) : await visitorReader(c)
  // 204 stops a browser from reconnecting (source: HTML, 9.2 Server-sent events).
  if (!reader) return c.body(null, 204)
  if (c.req.header('accept') !== 'text/event-stream') return answer(c, viewer ? inbox : await reader.query())
  return (streamDirectly(c, reader) ?? streamThroughWeb(c, reader)) || tooMany()
})

const tooMany = () => {
  throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 60 })
}

/**
 * Writes into node's own response. Returns null if the server is not node's, and false if this reader has
 * too many streams.
 */
function streamDirectly(c: Ctx, reader: Reader): Response | false | null {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (!(outgoing instanceof ServerResponse)) return null
  const head = c.body('', 200, HEADERS).headers
  setSecurity(c, head)
  // A stream outlives its request, so it must not refer to the request.
  const key = reader.audience[0]!
  if (!asCustomer({ key }, () => streamInto(reader, outgoing, head))) return false
  // A clone, because headers are added later and the constant is shared.
  return RESPONSE_ALREADY_SENT.clone()
}

function streamThroughWeb(c: Ctx, reader: Reader): Response | false {
  const stream = openStream(reader)
  return stream ? c.body(stream, 200, HEADERS) : false
}

function readerOf(c: Ctx, viewer: Viewer): Reader {
  const { db } = c.var
  const token = sessionToken(c)
  const audience = audienceOf(viewer)
  const query = async () => {
    const { viewer: currentViewer, fact } = await findVisitor(db, token, {
      factQuery: isStaff(viewer) ? waitingFor : waitingForCustomer,
      passive: true,
    })
    if (!currentViewer || String(audienceOf(currentViewer)) !== String(audience)) return null
    if (isStaff(currentViewer)) await recordPresence(db, currentViewer.id)
    return fact && waitsForViewer(currentViewer, fact)
  }
  return { audience, query }
}

const isStaff = ({ permissions }: Viewer) => permissions.includes('desk.enter')

const audienceOf = (viewer: Viewer) => [ofAccount(viewer.id), ...(isStaff(viewer) ? ['desk'] : [])]

/** The reader for a visitor without an account who chats with the online service. */
async function visitorReader(c: Ctx): Promise<Reader | null> {
  const findConversation = lookUpConversation(c)
  const conversation = await findConversation()
  if (!conversation) return null
  const query = async () => {
    const currentConversation = await findConversation()
    return currentConversation ? { ...NOTHING_WAITS, agentOnline: currentConversation.online } : null
  }
  return { audience: [ofConversation(conversation.id)], query }
}
