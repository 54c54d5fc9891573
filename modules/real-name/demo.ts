import type { Outcome, RealNameService } from './service.ts'

/** In the demo every ID number and credit code matches its owner, except those that end in X. */
const outcomeFor = (number: string): Outcome => (number.endsWith('X') ? 'mismatch' : 'match')

/** Stands in for a real service in the demo; no data leaves the server. */
export const demoService: RealNameService = {
  name: 'demo',
  checkIndividual: async ({ idNumber }) => ({ outcome: outcomeFor(idNumber), reference: null }),
  checkEnterprise: async ({ creditCode }) => ({
    outcome: outcomeFor(creditCode),
    reference: null,
    isOperating: true,
  }),
}
