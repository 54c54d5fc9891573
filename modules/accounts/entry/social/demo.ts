import { AppError } from '#src/core/errors.ts'
import type { SocialPerson, SocialProvider } from './port.ts'

/**
 * Pretend people of a demo; the first is bound to demo_free, the others to nobody until a visitor does it.
 */
export const DEMO_PEOPLE: (SocialPerson & { code: string })[] = [
  { code: 'hannah', subject: 'demo-hannah', nickname: 'Hannah 韩娜' },
  { code: 'lian', subject: 'demo-lian', nickname: '莲花 Lian' },
  { code: 'yuan', subject: 'demo-yuan', nickname: '远山 Yuan' },
]

/** Plays WeChat on a laptop: a page of our own asks whom to be. */
export const demoProvider: SocialProvider = {
  name: 'demo',
  pageFor: (state) => `/acct/demo-wechat?state=${state}`,
  personFor: async (code) => {
    const person = DEMO_PEOPLE.find((one) => one.code === code)
    if (!person) throw new AppError('SOCIAL_FAILED')
    return { subject: person.subject, nickname: person.nickname }
  },
}
