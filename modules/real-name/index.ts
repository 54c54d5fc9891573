export { realName } from './configured.ts'
export type { CheckResult, Elements, Individual, Outcome } from './service.ts'
