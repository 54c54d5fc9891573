export { realName } from './configured.ts'
export { nameOnCard, registeredName } from './official-names.ts'
export type { CheckResult, Elements, Individual } from './service.ts'
