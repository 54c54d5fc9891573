import type { Outcome, RealNameService } from './service.ts'

/** In the demo all ID numbers and credit codes belong to their owners, except those that end in X. */
const outcomeFor = (number: string): Outcome => (number.endsWith('X') ? 'mismatch' : 'match')

/** Plays a service for the demo; nothing leaves the server. */
export const demoService: RealNameService = {
  name: 'demo',
  checkIndividual: async ({ idNumber }) => ({ outcome: outcomeFor(idNumber), reference: null }),
  checkEnterprise: async ({ creditCode }) => ({
    outcome: outcomeFor(creditCode),
    reference: null,
    isOperating: true,
  }),
}
