import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { SECOND } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { pageBoxes } from '#src/pdf/pictures.ts'
import { shownSize } from '#views/signature-places/plane.ts'
import { pageAddress } from '../page-address.ts'
import { KEEPS_SIGNATURES } from '../provider-name.ts'
import { ProviderError } from '../remote/provider-error.ts'
import type { Capabilities, RemoteOrder, RemoteService, RemoteSignatory } from '../remote/service.ts'
import { authorisation, authorise } from './authorisation.ts'
import { readCallback } from './callbacks.ts'
import { callsFor } from './calls.ts'
import { refused } from './errors.ts'
import { findEvidence } from './evidence.ts'
import { fetchPdf } from './files.ts'
import { flowIdsOf, remoteIdOf } from './ids.ts'
import { cancelMessageOf, flowRequestOf, identityOf, recipientsOf } from './order.ts'
import { findFlow, progressOf, signatoryStateOf, stateOf } from './progress.ts'
import type { TencentSettings } from './settings.ts'

const CAPABILITIES: Capabilities = {
  contacts: { email: false, phone: true },
  // Only institutions, because a query about a person's certification would require the identity card
  // number.
  senders: ['institution'],
  parallel: 'all',
  maximumSignatories: 50,
  approvers: false,
  copies: true,
  seals: true,
  crossPageSeals: true,
  remind: true,
  correctContact: false,
  extensions: Number.POSITIVE_INFINITY,
  message: true,
  keepsSignatures: KEEPS_SIGNATURES.tencent,
  languages: ['zh_CN'],
  identityLevels: ['real-name'],
  maximumBytes: 60_000_000,
  maximumDays: 365,
}

const Uploaded = v.object({ FileIds: v.pipe(v.array(v.string()), v.length(1)) })
const Created = v.object({ FlowId: v.pipe(v.string(), v.minLength(1)) })
const Urls = v.object({ FileUrls: v.pipe(v.array(v.object({ Url: v.string() })), v.length(1)) })
const Briefs = v.object({ FlowBriefs: v.array(v.object({ Deadline: v.optional(v.number()) })) })
const AnyAnswer = v.object({})

/** 腾讯电子签, version 2020-11-11 of its API for companies. */
export function tencentService(settings: TencentSettings): RemoteService {
  const { operator } = settings
  const { call, upload } = callsFor(settings)
  const Operator = { UserId: operator }
  const link = v.object({ SignUrl: pageAddress(settings.api) })
  const links = v.object({ FlowApproverUrlInfos: v.pipe(v.array(link), v.length(1)) })
  const flowOf = (remoteId: string) => findFlow(call, operator, flowIdsOf(remoteId).flowId)

  /** Uploaded files can be used for an hour. */
  async function uploadFile({ file, fileName }: RemoteOrder): Promise<string> {
    const request = {
      BusinessType: 'DOCUMENT',
      Caller: { OperatorId: operator },
      FileInfos: [{ FileBody: Buffer.from(file).toString('base64'), FileName: fileName }],
      FileType: 'pdf',
    }
    const { FileIds } = await upload('UploadFiles', request, Uploaded)
    return FileIds[0]!
  }

  /** Sends a link for this contract to the signatory's phone; works only when it is the signatory's turn. */
  async function sendText(
    flowId: string,
    recipient: { name: string; mobile: string; organisation?: string | null },
  ) {
    const request = {
      Operator,
      Name: recipient.name,
      Mobile: recipient.mobile,
      ...(recipient.organisation && { OrganizationName: recipient.organisation }),
      NotifyType: 'SMS',
      FlowIds: [flowId],
      JumpToDetail: true,
    }
    await call('CreateBatchSignUrl', request, AnyAnswer)
  }

  return {
    capabilities: CAPABILITIES,
    acknowledgement: { status: 200, contentType: 'application/json', body: '{"code":0}' },

    authorise: (sender, { returnUrl }) => authorise(call, settings, sender, returnUrl),
    authorisation: (flow) => authorisation(call, operator, flow),

    /** Uses one contract of the quota; revoking the draft returns it. */
    async draft(order) {
      const recipients = recipientsOf(order)
      if (order.file.length > CAPABILITIES.maximumBytes) throw refused('file-size', 'The file is too large')
      const pages = await pageSizes(order.file)
      // Checks the order before anything is sent.
      flowRequestOf(order, recipients, { fileId: '', pages, operator })
      const fileId = await uploadFile(order)
      const request = flowRequestOf(order, recipients, { fileId, pages, operator })
      const { FlowId } = await call('CreateFlowByFiles', request, Created)
      return remoteIdOf({ flowId: FlowId, signatories: recipients.signers.map(({ id }) => id) })
    },

    /** Texts the first signatories; a repeated call texts them again if none has signed. */
    async start(remoteId) {
      const flow = await flowOf(remoteId)
      const state = stateOf(flow)
      if (state === 'draft')
        throw new ProviderError('not-ready', 'draft', 'The service prepares the contract')
      const approvers = flow.FlowApproverInfos
      if (state !== 'started' || approvers.some((one) => signatoryStateOf(one) === 'signed')) return
      for (const { ApproveName, Mobile, OrganizationName } of approvers.filter(isInvited))
        await sendText(flow.FlowId, { name: ApproveName, mobile: Mobile, organisation: OrganizationName })
    },

    async progress(remoteId) {
      const ids = flowIdsOf(remoteId)
      return progressOf(await findFlow(call, operator, ids.flowId), ids)
    },

    /** Opens in phone browsers; works for 30 minutes. */
    async signerLink(remoteId, signatory, returnUrl) {
      const { flowId } = flowIdsOf(remoteId)
      const request = {
        Operator,
        FlowId: flowId,
        FlowApproverInfos: [identityOf(signatory)],
        JumpUrl: returnUrl,
        UrlType: 0,
      }
      const { FlowApproverUrlInfos } = await call('CreateFlowSignUrl', request, links)
      return FlowApproverUrlInfos[0]!.SignUrl
    },

    async remind(remoteId, signatory: RemoteSignatory) {
      const { ApproverName = '', ApproverMobile = '', OrganizationName } = identityOf(signatory)
      await sendText(flowIdsOf(remoteId).flowId, {
        name: ApproverName,
        mobile: ApproverMobile,
        organisation: OrganizationName,
      })
    },

    async extend(remoteId, expiresAt) {
      const { flowId } = flowIdsOf(remoteId)
      const Deadline = Math.floor(expiresAt.getTime() / SECOND)
      await call('ModifyFlowDeadline', { Operator, FlowId: flowId, Deadline }, AnyAnswer).catch(
        async (error) => {
          // The service refuses a deadline that an earlier call has already set.
          if (!isRefused(error)) throw error
          const { FlowBriefs } = await call('DescribeFlowBriefs', { Operator, FlowIds: [flowId] }, Briefs)
          if (FlowBriefs[0]?.Deadline !== Deadline) throw error
        },
      )
    },

    async revoke(remoteId, reason) {
      const flow = await flowOf(remoteId)
      if (isEnded(stateOf(flow))) return
      const request = { Operator, FlowId: flow.FlowId, CancelMessage: cancelMessageOf(reason) }
      await call('CancelFlow', request, AnyAnswer).catch(async (error) => {
        // The signing may have ended in the meantime.
        if (!isEnded(stateOf(await flowOf(remoteId)))) throw error
      })
    },

    async download(remoteId) {
      const flow = await flowOf(remoteId)
      if (stateOf(flow) !== 'completed')
        throw new ProviderError('not-ready', 'not-completed', 'Not everybody has signed')
      const request = { Operator, BusinessType: 'FLOW', BusinessIds: [flow.FlowId], FileType: 'PDF' }
      const { FileUrls } = await call('DescribeFileUrls', request, Urls)
      return fetchPdf(FileUrls[0]!.Url, settings)
    },

    evidence: (remoteId, application) =>
      findEvidence(call, settings, { flowId: flowIdsOf(remoteId).flowId, application }),
    readCallback: (request) => readCallback(request, settings),
  }
}

const isRefused = (error: unknown) => error instanceof ProviderError && error.kind === 'refused'

const isInvited = (one: Parameters<typeof signatoryStateOf>[0]) => signatoryStateOf(one) === 'invited'

const isEnded = (state: ReturnType<typeof stateOf>) => state !== 'draft' && state !== 'started'

async function pageSizes(file: Uint8Array) {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const boxes = await pageBoxes({ sha256, read: async () => file }).catch((cause) => {
    const isBusy = cause instanceof AppError && cause.code === 'TOO_MANY_REQUESTS'
    throw new ProviderError(isBusy ? 'unavailable' : 'refused', 'file', 'The file cannot be read', { cause })
  })
  return boxes.map(shownSize)
}
