import type { ServiceName } from '#modules/signing/providers/provider-name.ts'
import { docusignStub } from './docusign.ts'
import { esignStub } from './esign.ts'
import type { ServiceStub, ServiceStubOptions } from './service-stub.ts'
import { tencentStub } from './tencent.ts'

const STUBS: Record<ServiceName, (options?: ServiceStubOptions) => Promise<ServiceStub>> = {
  esign: esignStub,
  tencent: tencentStub,
  docusign: docusignStub,
}

export const SERVICE_NAMES = Object.keys(STUBS) as ServiceName[]

export const startServiceStub = (name: ServiceName, options?: ServiceStubOptions): Promise<ServiceStub> =>
  STUBS[name](options)
