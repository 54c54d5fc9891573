import type { ComponentType, ReactNode } from 'react'

interface Props<P extends object> {
  name: string
  component: ComponentType<P>
  /** Must be serialisable as JSON. */
  props: P
}

/** Renders an island on the server and puts its props beside it, for `mount()` to hydrate it. */
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
      <div data-island-root>{children}</div>
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block no browser runs
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', '\\u003c') }}
      />
    </div>
  )
}
