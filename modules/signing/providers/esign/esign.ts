import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { pageAddress } from '../page-address.ts'
import { KEEPS_SIGNATURES } from '../provider-name.ts'
import { ProviderError } from '../remote/provider-error.ts'
import type {
  Capabilities,
  RemoteOrder,
  RemoteService,
  RemoteSignatory,
  RemoteState,
} from '../remote/service.ts'
import { accountOf } from './account.ts'
import { AuthorisationFlow, authorisationCall, authorisationOf, authorisationPage } from './authorisation.ts'
import { ACKNOWLEDGEMENT, readCallback } from './callbacks.ts'
import { call, download, Id, upload } from './client.ts'
import { unavailable } from './errors.ts'
import { applyForReport, findReport } from './evidence.ts'
import { draftOf, MAX_SIGNERS } from './order.ts'
import { Detail, progressOf, stateOf } from './progress.ts'
import { contentMd5 } from './request-signature.ts'
import type { EsignSettings } from './settings.ts'
import { acceptedFileName, acceptedText } from './text.ts'

const CAPABILITIES: Capabilities = {
  // Phone numbers must be mobile numbers of mainland China.
  contacts: { email: true, phone: true },
  senders: ['individual', 'institution'],
  parallel: 'mixed',
  // An institution that has both a seal and a place for a signature by hand counts twice.
  maximumSignatories: MAX_SIGNERS,
  // The service only supports approvals of the use of seals within an institution.
  approvers: false,
  copies: true,
  seals: true,
  crossPageSeals: true,
  remind: true,
  correctContact: false,
  extensions: 1,
  message: false,
  keepsSignatures: KEEPS_SIGNATURES.esign,
  languages: ['zh_CN'],
  // People outside mainland China only prove that the account is theirs.
  identityLevels: ['email', 'phone', 'real-name'],
  maximumBytes: 50 * 1024 * 1024,
  maximumDays: 90,
}

const PDF = 'application/pdf'
/** Statuses of files that failed for good; 2 (uploaded) and 5 (converted) mean that the file is usable. */
const FAILED_FILES = [3, 9, 12]
const MAX_POLLS = 20
const MAX_REASON_LENGTH = 50

const AnyAnswer = v.unknown()
const UploadAddress = v.object({ fileId: Id, fileUploadUrl: v.string() })
const FileState = v.object({ fileStatus: v.number() })
const Created = v.object({ signFlowId: Id })
const Files = v.object({
  files: v.pipe(v.array(v.object({ downloadUrl: v.string() })), v.minLength(1)),
  certificateDownloadUrl: v.nullish(v.string()),
})

/** The service e签宝, SaaS API V3. */
export function createEsign(settings: EsignSettings): RemoteService {
  const post = <Data extends v.GenericSchema>(path: string, body: object, data: Data) =>
    call(settings, { method: 'POST', path, body }, data)
  const get = <Data extends v.GenericSchema>(path: string, data: Data) =>
    call(settings, { method: 'GET', path }, data)
  const link = v.object({ url: pageAddress(settings.host) })
  const detailOf = (remoteId: string) => get(`/v3/sign-flow/${remoteId}/detail`, Detail)
  const filesOf = (remoteId: string) =>
    post(`/v3/sign-flow/${remoteId}/file-download-url`, { urlAvailableDate: 3600 }, Files)

  async function uploadFile({ file, fileName }: RemoteOrder): Promise<string> {
    const request = {
      contentMd5: contentMd5(file),
      contentType: PDF,
      fileName: acceptedFileName(fileName),
      fileSize: file.byteLength,
      convertToPDF: false,
    }
    const { fileId, fileUploadUrl } = await post('/v3/files/file-upload-url', request, UploadAddress)
    await upload(settings, fileUploadUrl, file, PDF)
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const { fileStatus } = await get(`/v3/files/${fileId}`, FileState)
      if (fileStatus === 2 || fileStatus === 5) return fileId
      if (FAILED_FILES.includes(fileStatus))
        throw unavailable(`file-${fileStatus}`, 'The service could not process the file')
      await pause(settings.pollEvery)
    }
    throw new ProviderError('not-ready', 'file', 'The service is still processing the file')
  }

  /** Ends a state of a signing; ignores the refusal if the signing has already left the state. */
  async function leaveState(remoteId: string, state: RemoteState, path: string, body: object) {
    if (stateOf(await detailOf(remoteId)) !== state) return
    try {
      await post(`/v3/sign-flow/${remoteId}/${path}`, body, AnyAnswer)
    } catch (error) {
      const isRefusal = error instanceof ProviderError && error.kind === 'refused'
      if (isRefusal && stateOf(await detailOf(remoteId)) !== state) return
      throw error
    }
  }

  return {
    capabilities: CAPABILITIES,
    acknowledgement: ACKNOWLEDGEMENT,
    readCallback: (request) => readCallback(settings, request),

    async authorise(sender, urls) {
      const { path, body } = authorisationCall(sender, urls, settings.evidenceReports)
      const { authFlowId, authUrl } = await post(path, body, authorisationPage(settings.host))
      return { flow: authFlowId, url: authUrl }
    },

    async authorisation(flow) {
      return authorisationOf(await get(`/v3/auth-flow/${flow}`, AuthorisationFlow))
    },

    async draft(order) {
      // Refuses a bad order before its file is uploaded.
      draftOf(order, '')
      const fileId = await uploadFile(order)
      const { signFlowId } = await post('/v3/sign-flow/create-by-file', draftOf(order, fileId), Created)
      return signFlowId
    },

    start: (remoteId) => leaveState(remoteId, 'draft', 'start', {}),

    async progress(remoteId) {
      return progressOf(await detailOf(remoteId))
    },

    async signerLink(remoteId, signatory, returnUrl) {
      const body = {
        // Outside mainland China, only the login proves who signs.
        needLogin: !signatory.party.mainland,
        urlType: 2,
        clientType: 'ALL',
        operator: operatorOf(signatory),
        ...(isInstitution(signatory) && { organization: { orgName: signatory.party.name } }),
        redirectConfig: { redirectUrl: returnUrl },
      }
      return (await post(`/v3/sign-flow/${remoteId}/sign-url`, body, link)).url
    },

    async remind(remoteId, signatory) {
      const { noticeTypes } = accountOf(signatory)
      const body = { noticeTypes, urgedOperator: operatorOf(signatory) }
      await post(`/v3/sign-flow/${remoteId}/urge`, body, AnyAnswer)
    },

    async extend(remoteId, expiresAt) {
      const { signFlowConfig } = await detailOf(remoteId)
      const signFlowExpireTime = expiresAt.getTime()
      if (signFlowConfig?.signFlowExpireTime === signFlowExpireTime) return
      await post(`/v3/sign-flow/${remoteId}/delay`, { signFlowExpireTime }, AnyAnswer)
    },

    revoke(remoteId, reason) {
      const revokeReason = acceptedText(reason, MAX_REASON_LENGTH)
      return leaveState(remoteId, 'started', 'revoke', revokeReason ? { revokeReason } : {})
    },

    async download(remoteId) {
      const { files } = await filesOf(remoteId)
      const file = await download(settings, files[0]!.downloadUrl)
      if (!Buffer.from(file.subarray(0, 5)).equals(Buffer.from('%PDF-')))
        throw unavailable('file', 'The signed file is no PDF')
      return file
    },

    async evidence(remoteId, application) {
      if (application) return findReport(settings, application)
      const { certificateDownloadUrl } = await filesOf(remoteId)
      if (certificateDownloadUrl) {
        const bytes = await download(settings, certificateDownloadUrl)
        return { state: 'fetched', fileName: 'certificate.pdf', bytes }
      }
      if (!settings.evidenceReports) return { state: 'none' }
      return applyForReport(settings, remoteId, await detailOf(remoteId))
    },
  }
}

const operatorOf = (signatory: RemoteSignatory) => ({ psnAccount: accountOf(signatory).psnAccount })

const isInstitution = ({ party }: RemoteSignatory) => party.as === 'institution' && party.mainland
