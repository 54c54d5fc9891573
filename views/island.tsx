import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from './language.tsx'

interface Props<P extends object> {
  name: string
  component: ComponentType<P>
  /** The props, which must be serialisable as JSON. */
  props: P
}

/** Renders an island on the server, and stores its props next to it for hydration by `mount()`. */
export function Island<P extends object>({ name, component: Component, props }: Props<P>) {
  return (
    <IslandOver name={name} props={props}>
      <Component {...props} />
    </IslandOver>
  )
}

/** Shows `children` until the island is mounted, or permanently without JavaScript. */
export function IslandOver({ name, props, children }: { name: string; props: object; children: ReactNode }) {
  return (
    <div data-island={name}>
      <FailedNotice />
      <div data-island-root>{children}</div>
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block no browser runs
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', '\\u003c') }}
      />
    </div>
  )
}

/** The notice that the island's own code shows if it fails; the last content stays below. */
function FailedNotice() {
  const t = useTranslations('common')
  return (
    <div
      hidden
      data-island-failed
      role="alert"
      tabIndex={-1}
      className="alert alert-error alert-soft no-print sticky top-0 z-50 m-2 text-sm [&[hidden]]:hidden"
    >
      <p>
        <strong>{t('islandFailed.title')}</strong> {t('islandFailed.text')}{' '}
        <a className="link" href={`/faq?${new URLSearchParams({ keyword: t('islandFailed.keyword') })}`}>
          {t('islandFailed.help')}
        </a>
      </p>
    </div>
  )
}
