import { Component, type ReactNode } from 'react'

interface Props {
  root: Element
  children: ReactNode
}

/**
 * Keeps the content of an island if its code fails, for example in a browser without a function that it
 * uses; React alone would empty the page. A notice on the page explains the failure.
 */
export class Remains extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  private copy: Element | undefined

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { root, children } = this.props
    if (!this.state.failed) return children
    // React empties the page only after this call, so the element still has its last content.
    this.copy ??= root.cloneNode(true) as Element
    const { copy } = this
    return <div className="contents" ref={(place) => place?.replaceChildren(...withDisabledControls(copy))} />
  }

  override componentDidCatch() {
    const notice = this.props.root.parentElement?.querySelector<HTMLElement>('[data-island-failed]')
    if (!notice) return
    notice.hidden = false
    notice.focus()
  }
}

/** The copy with its controls disabled; the text in its boxes can still be copied. */
function withDisabledControls(copy: Element): ChildNode[] {
  for (const control of copy.querySelectorAll('button, select, input, textarea'))
    control.setAttribute(control.matches('[type="text"], textarea') ? 'readonly' : 'disabled', '')
  return [...copy.childNodes]
}
