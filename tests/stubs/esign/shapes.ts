import * as v from 'valibot'

/** The exact requests that our adapter may send. An unknown or missing field is error 1435002. */

const text = v.pipe(v.string(), v.minLength(1))
/** A title without the nine forbidden characters and without emoji. */
const title = (max: number) =>
  v.pipe(text, v.maxLength(max), v.regex(/^[^/\\:*"<>|?？]+$/), v.regex(/^\P{Extended_Pictographic}+$/u))
const account = v.pipe(text, v.regex(/^1\d{10}$|^[^@\s]+@[^@\s]+$/))
const address = v.pipe(text, v.url())
const coordinate = v.pipe(v.number(), v.minValue(0), v.maxValue(5000))
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1))
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(1e12))

export const UploadRequest = v.strictObject({
  contentMd5: v.pipe(text, v.length(24)),
  contentType: v.picklist(['application/pdf', 'application/octet-stream']),
  fileName: v.pipe(title(100), v.endsWith('.pdf')),
  fileSize: v.pipe(v.number(), v.integer(), v.maxValue(50 * 1024 * 1024)),
  convertToPDF: v.boolean(),
})

const Person = v.strictObject({ psnAccount: account, psnInfo: v.strictObject({ psnName: text }) })

const organisation = {
  orgName: text,
  orgInfo: v.optional(
    v.strictObject({ orgIDCardNum: text, orgIDCardType: v.picklist(['CRED_ORG_USCC', 'CRED_ORG_REGCODE']) }),
  ),
}

const common = {
  autoSign: v.literal(false),
  freeMode: v.literal(false),
  psnSealStyles: v.optional(v.picklist(['0', '1', '2', '3'])),
}
const Single = v.strictObject({
  ...common,
  signFieldStyle: v.literal(1),
  movableSignField: v.literal(false),
  signFieldWidth: pixels,
  signFieldHeight: pixels,
  signFieldPosition: v.strictObject({
    positionPage: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)),
    positionX: coordinate,
    positionY: coordinate,
  }),
})
const AcrossField = v.strictObject({
  ...common,
  signFieldStyle: v.literal(2),
  signFieldPosition: v.strictObject({ acrossPageMode: v.literal('ALL'), positionY: coordinate }),
})

export const SignField = v.strictObject({
  fileId: text,
  customBizNum: text,
  normalSignFieldConfig: v.union([Single, AcrossField]),
})

export const SignerRequest = v.strictObject({
  signerType: v.picklist([0, 1, 2, 3]),
  signConfig: v.strictObject({ signOrder: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)) }),
  noticeConfig: v.strictObject({ noticeTypes: v.picklist(['', '1', '2']) }),
  authConfig: v.optional(
    v.strictObject({
      globalWillingness: v.boolean(),
      globalAuthModes: v.picklist(['MAINLAND_REAL_NAME', 'NO_NEED', 'ACCESS_CODE']),
      globalAccessCode: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{6,45}$/))),
    }),
  ),
  psnSignerInfo: v.optional(Person),
  orgSignerInfo: v.optional(v.strictObject({ ...organisation, transactorInfo: Person })),
  signFields: v.pipe(v.array(SignField), v.minLength(1)),
})

export const CreateRequest = v.strictObject({
  docs: v.pipe(v.array(v.strictObject({ fileId: text, fileName: title(100) })), v.length(1)),
  signFlowConfig: v.strictObject({
    signFlowTitle: title(100),
    signFlowExpireTime: milliseconds,
    autoStart: v.optional(v.boolean(), true),
    autoFinish: v.optional(v.boolean(), false),
    identityVerify: v.optional(v.boolean(), true),
    noticeConfig: v.strictObject({ noticeTypes: v.picklist(['', '1', '2', '1,2']) }),
    signConfig: v.strictObject({ signMode: v.picklist(['NORMAL', 'GLOBAL']) }),
    notifyUrl: address,
    redirectConfig: v.strictObject({ redirectUrl: address }),
  }),
  signFlowInitiator: v.optional(
    v.union([
      v.strictObject({ psnInitiator: v.strictObject({ psnId: text }) }),
      v.strictObject({
        orgInitiator: v.strictObject({ orgId: text, transactor: v.strictObject({ psnId: text }) }),
      }),
    ]),
  ),
  signers: v.array(SignerRequest),
  copiers: v.array(v.strictObject({ copierPsnInfo: v.strictObject({ psnAccount: account }) })),
})

export type CreateRequest = v.InferOutput<typeof CreateRequest>
export type SignerRequest = v.InferOutput<typeof SignerRequest>

export const NothingRequest = v.strictObject({})
export const RevokeRequest = v.strictObject({ revokeReason: v.optional(title(50)) })
export const DelayRequest = v.strictObject({ signFlowExpireTime: milliseconds })
export const DownloadRequest = v.strictObject({
  urlAvailableDate: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)),
})
export const UrgeRequest = v.strictObject({
  noticeTypes: v.picklist(['1', '2', '1,2']),
  urgedOperator: v.strictObject({ psnAccount: account }),
})
export const LinkRequest = v.strictObject({
  needLogin: v.boolean(),
  urlType: v.literal(2),
  clientType: v.literal('ALL'),
  operator: v.strictObject({ psnAccount: account }),
  organization: v.optional(v.strictObject({ orgName: text })),
  redirectConfig: v.strictObject({ redirectUrl: address }),
})
export const ReportRequest = v.strictObject({
  signFlowId: text,
  reportType: v.picklist(['TSIGN_REPORT', 'BLOCKCHAIN_REPORT', 'FINANCIAL_VERIFY_REPORT']),
  applicantId: v.optional(text),
})

const authorising = {
  authorizeConfig: v.strictObject({ authorizedScopes: v.pipe(v.array(text), v.minLength(1)) }),
  redirectConfig: v.strictObject({ redirectUrl: address }),
  notifyUrl: address,
  clientType: v.picklist(['ALL', 'H5', 'PC']),
}
export const PersonAuthRequest = v.strictObject({
  psnAuthConfig: v.union([Person, v.strictObject({})]),
  ...authorising,
})
export const InstitutionAuthRequest = v.strictObject({
  orgAuthConfig: v.strictObject({ ...organisation, transactorInfo: v.optional(Person) }),
  ...authorising,
})
