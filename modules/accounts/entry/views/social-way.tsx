import { useTranslations } from '#views/language.tsx'

/** The button for a login by WeChat. The agreement is part of the form above. */
export function SocialWay({ form }: { form: string }) {
  const t = useTranslations('accounts')
  return (
    <button
      type="submit"
      form={form}
      formAction="/acct/login-wechat"
      formNoValidate
      hx-post="/acct/login-wechat"
      hx-target={`#${form}`}
      hx-swap="outerMorph"
      className="btn btn-outline w-full"
    >
      <WechatMark />
      {t('social.wechat')}
    </button>
  )
}

/** Two speech bubbles, drawn for this product. */
export function WechatMark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} aria-hidden="true">
      <path
        d="M9.500 4C5.400 4 2 6.700 2 10c0 1.900 1.100 3.600 2.900 4.700L4.200 17l2.700-1.400c.8.200 1.700.4 2.600.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M15.500 9c-3.600 0-6.500 2.300-6.500 5.200s2.900 5.200 6.500 5.200c.7 0 1.400-.1 2-.3l2.500 1.300-.6-2.100c1.600-1 2.600-2.400 2.600-4.100C22 11.300 19.100 9 15.500 9z"
        fill="currentColor"
      />
    </svg>
  )
}
