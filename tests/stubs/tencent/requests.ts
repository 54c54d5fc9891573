import * as v from 'valibot'
import type { Call } from '../services/server.ts'

const id = v.pipe(v.string(), v.regex(/^\w{32}$/))
const Operator = v.strictObject({ UserId: v.string() })
const mobile = v.pipe(v.string(), v.regex(/^1[3-9]\d{9}$/))
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1_600_000_000), v.maxValue(9_999_999_999))
const base64 = v.pipe(v.string(), v.base64())
const company = v.pipe(v.string(), v.regex(/^[^()]+$/))

const Component = v.strictObject({
  ComponentType: v.picklist(['SIGN_SIGNATURE', 'SIGN_SEAL', 'SIGN_PAGING_SEAL']),
  GenerateMode: v.literal('NORMAL'),
  FileIndex: v.literal(0),
  ComponentPage: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ComponentPosX: v.pipe(v.number(), v.minValue(0)),
  ComponentPosY: v.pipe(v.number(), v.minValue(0)),
  ComponentWidth: v.pipe(v.number(), v.minValue(1)),
  ComponentHeight: v.pipe(v.number(), v.minValue(1)),
  ComponentId: v.pipe(v.string(), v.regex(/^[\p{Script=Han}\w]{1,30}$/u)),
})

const Approver = v.pipe(
  v.strictObject({
    ApproverType: v.picklist([0, 1]),
    ApproverName: v.pipe(v.string(), v.minLength(1)),
    ApproverMobile: mobile,
    OrganizationName: v.optional(company),
    ApproverRoleName: v.pipe(v.string(), v.regex(/^[\p{Script=Han}\w]{1,20}$/u)),
    NotifyType: v.picklist(['SMS', 'NONE']),
    SignEndpoints: v.tuple([v.literal('link')]),
    ApproverOption: v.strictObject({ NoTransfer: v.boolean() }),
    NotSaveContact: v.boolean(),
    SignComponents: v.array(Component),
  }),
  v.check(({ ApproverType, OrganizationName }) => (ApproverType === 0) === (OrganizationName !== undefined)),
)

const Person = v.strictObject({
  ApproverType: v.picklist([0, 1]),
  ApproverName: v.string(),
  ApproverMobile: mobile,
  OrganizationName: v.optional(company),
})

const FLOW_NAME = /^[\p{Script=Han}A-Za-z0-9 ()[\]_\-,;.&+，。；：、？！（）【】《》“”‘’—…·]{1,200}$/u

/** The exact requests that our adapter may send. An unknown field is a fault of the adapter. */
export const REQUESTS = {
  UploadFiles: v.strictObject({
    BusinessType: v.literal('DOCUMENT'),
    Caller: v.strictObject({ OperatorId: v.string() }),
    FileInfos: v.strictTuple([
      v.strictObject({ FileBody: base64, FileName: v.pipe(v.string(), v.regex(/^.{1,196}\.pdf$/)) }),
    ]),
    FileType: v.literal('pdf'),
  }),
  CreateFlowByFiles: v.strictObject({
    Operator,
    FlowName: v.pipe(v.string(), v.regex(FLOW_NAME)),
    FileIds: v.strictTuple([id]),
    Approvers: v.pipe(v.array(Approver), v.minLength(1), v.maxLength(50)),
    CcInfos: v.array(
      v.strictObject({
        Name: v.string(),
        Mobile: mobile,
        CcType: v.literal(0),
        CcPermission: v.literal(1),
        NotifyType: v.literal('sms'),
      }),
    ),
    CcNotifyType: v.literal(1),
    FlowDescription: v.pipe(v.string(), v.maxLength(1000)),
    Deadline: seconds,
    Unordered: v.boolean(),
    UserData: v.pipe(base64, v.maxLength(20480)),
  }),
  DescribeFlowInfo: v.strictObject({ Operator, FlowIds: v.strictTuple([id]) }),
  DescribeFlowBriefs: v.strictObject({ Operator, FlowIds: v.strictTuple([id]) }),
  CreateBatchSignUrl: v.strictObject({
    Operator,
    Name: v.string(),
    Mobile: mobile,
    OrganizationName: v.optional(company),
    NotifyType: v.literal('SMS'),
    FlowIds: v.strictTuple([id]),
    JumpToDetail: v.boolean(),
  }),
  CreateFlowSignUrl: v.strictObject({
    Operator,
    FlowId: id,
    FlowApproverInfos: v.strictTuple([Person]),
    JumpUrl: v.pipe(v.string(), v.url(), v.maxLength(1000)),
    UrlType: v.literal(0),
  }),
  ModifyFlowDeadline: v.strictObject({ Operator, FlowId: id, Deadline: seconds }),
  CancelFlow: v.strictObject({
    Operator,
    FlowId: id,
    CancelMessage: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}\p{P}\s]{1,200}$/u)),
  }),
  DescribeFileUrls: v.strictObject({
    Operator,
    BusinessType: v.literal('FLOW'),
    BusinessIds: v.strictTuple([id]),
    FileType: v.literal('PDF'),
  }),
  CreateFlowEvidenceReport: v.strictObject({ Operator, FlowId: id, ReportType: v.literal(0) }),
  DescribeFlowEvidenceReport: v.strictObject({ Operator, ReportId: id, ReportType: v.literal(0) }),
  CreateOrganizationAuthUrl: v.strictObject({
    Operator,
    AuthorizationTypes: v.array(v.picklist([2, 5])),
    OrganizationName: company,
    OrganizationNameSame: v.literal(true),
    UniformSocialCreditCode: v.string(),
    UniformSocialCreditCodeSame: v.literal(true),
    AdminName: v.string(),
    AdminMobile: v.optional(mobile),
    Endpoint: v.literal('PC'),
    JumpEvents: v.strictTuple([v.strictObject({ JumpEventType: v.literal(3), JumpUrl: v.string() })]),
    UserData: v.pipe(base64, v.maxLength(4096)),
  }),
  DescribeOrganizationAuthStatus: v.strictObject({ Operator, UniformSocialCreditCode: v.string() }),
} as const

export type Action = keyof typeof REQUESTS

/** Requests for one action. */
export const calling = (action: Action) => (call: Call) => call.headers['x-tc-action'] === action

export type Request<A extends Action> = v.InferOutput<(typeof REQUESTS)[A]>
export type FlowRequest = Request<'CreateFlowByFiles'>
