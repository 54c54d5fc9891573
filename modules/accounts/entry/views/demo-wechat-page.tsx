import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'

interface Props {
  people: { code: string; nickname: string }[]
  state: string
}

/** For the demo only: simulates the page on which WeChat shows its QR code. */
export function DemoWechatPage({ people, state }: Props) {
  const t = useTranslations('accounts')
  const returnPath = (query: Record<string, string>) =>
    `/acct/login-wechat/return?${new URLSearchParams(query)}`
  return (
    <Card title={t('social.demoTitle')}>
      <p className="mb-3 text-sm">{t('social.demoLead')}</p>
      <ul className="flex flex-col gap-2">
        {people.map(({ code, nickname }) => (
          <li key={code}>
            <a className="btn btn-outline w-full justify-start" href={returnPath({ code, state })}>
              {nickname}
            </a>
          </li>
        ))}
        <li>
          <a className="btn btn-ghost w-full justify-start" href={returnPath({ state })}>
            {t('social.demoRefuse')}
          </a>
        </li>
      </ul>
    </Card>
  )
}
