import type { ComponentType } from 'react'

interface Props<P extends object> {
  name: string
  component: ComponentType<P>
  /** JSON only: they travel to the browser as text. */
  props: P
}

/** Renders an island on the server and leaves its props beside it for `mount()` to hydrate with. */
export function Island<P extends object>({ name, component: Component, props }: Props<P>) {
  return (
    <div data-island={name}>
      <div data-island-root>
        <Component {...props} />
      </div>
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block no browser runs
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', '\\u003c') }}
      />
    </div>
  )
}
