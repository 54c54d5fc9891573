import { shanghaiDay } from '#src/core/clock.ts'
import type { PackageCode } from '#src/core/viewer.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { GroupWith } from '#views/language/messages.ts'
import type { PlanStep } from '../schema.ts'

interface PlanEnding {
  plan: PackageCode
  endsAt: Date
  path: string
}

/** The consequences of a plan's end, and how to renew. */
const planEndingMail = (step: PlanStep, name: GroupWith<'orders.mail', 'subject' | 'lead'>) =>
  mailTemplate<PlanEnding>(
    `orders.${name}`,
    (t, { plan, endsAt, path }) => {
      const facts = { plan: t(`acctInfo.package.${plan}`), day: shanghaiDay(endsAt) }
      return {
        subject: t(`orders.mail.${name}.subject`, facts),
        paragraphs: [
          t(`orders.mail.${name}.lead`, facts),
          ...(['documents', 'uses', 'members'] as const).map((part) => t(`orders.mail.planMeans.${part}`)),
        ],
        button: {
          words: t(`orders.mail.${step === 'ended' ? 'seePackages' : 'renew'}`),
          link: publicUrl(path),
        },
        footer: t('orders.mail.footer'),
      }
    },
    () => ({
      plan: 'professional',
      endsAt: new Date('2026-12-31T10:00:00+08:00'),
      path: step === 'ended' ? '/pricing' : '/mgmt/acct-info',
    }),
  )

export const sendPlanEndingLater = {
  week: planEndingMail('week', 'planEnds'),
  day: planEndingMail('day', 'planEndsSoon'),
  ended: planEndingMail('ended', 'planEnded'),
}
