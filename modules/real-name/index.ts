export { realName } from './configured.ts'
export type { CheckResult, Elements, Individual } from './service.ts'
