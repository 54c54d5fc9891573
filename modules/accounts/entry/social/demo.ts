import { AppError } from '#src/core/errors.ts'
import type { SocialPerson, SocialProvider } from './port.ts'

/** Imaginary people of the demo; the first is bound to `demo_free`, the others to no account at first. */
export const DEMO_PEOPLE: (SocialPerson & { code: string })[] = [
  { code: 'hannah', subject: 'demo-hannah', nickname: 'Hannah 韩娜' },
  { code: 'lian', subject: 'demo-lian', nickname: '莲花 Lian' },
  { code: 'yuan', subject: 'demo-yuan', nickname: '远山 Yuan' },
]

/** Simulates WeChat in the demo: a page of ours lets the visitor choose one of these people. */
export const demoProvider: SocialProvider = {
  name: 'demo',
  authorisationUrl: (state) => `/acct/demo-wechat?state=${state}`,
  personFor: async (code) => {
    const person = DEMO_PEOPLE.find((one) => one.code === code)
    if (!person) throw new AppError('SOCIAL_FAILED')
    return { subject: person.subject, nickname: person.nickname }
  },
}
