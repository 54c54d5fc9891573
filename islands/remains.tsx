import { Component, type ReactNode } from 'react'

interface Props {
  root: Element
  children: ReactNode
}

/**
 * Keeps what an island shows when its code fails, as in a browser that lacks a function: React alone would
 * empty the page. The page's own notice says why.
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
    // React empties the page only after this, so that it still has the text as it was last shown.
    this.copy ??= root.cloneNode(true) as Element
    const { copy } = this
    return <div className="contents" ref={(place) => place?.replaceChildren(...switchedOff(copy))} />
  }

  override componentDidCatch() {
    const notice = this.props.root.parentElement?.querySelector<HTMLElement>('[data-island-failed]')
    if (!notice) return
    notice.hidden = false
    notice.focus()
  }
}

/** The copy without working controls; what is in its boxes can still be copied. */
function switchedOff(copy: Element): ChildNode[] {
  for (const control of copy.querySelectorAll('button, select, input, textarea'))
    control.setAttribute(control.matches('[type="text"], textarea') ? 'readonly' : 'disabled', '')
  return [...copy.childNodes]
}
