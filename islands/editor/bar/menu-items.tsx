import { useSignals } from '@preact/signals-react/runtime'
import type { MouseEvent, ReactNode } from 'react'
import type { MessageKey } from '#views/language/messages.ts'
import { onMenuKey } from '../menu/menu-keys.ts'
import { openSearch } from '../search/search-state.ts'
import { redo, undo, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { leave, openPreview } from './leave.ts'

type LinkHandler = (event: MouseEvent<HTMLAnchorElement>) => void

/** The menu of the top bar: all actions on the whole document. */
export function MenuItems({ close }: { close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { past, future } = editor.history.value
  const onLeave: LinkHandler = (event) => void leave(event, editor)
  const pageItem = (path: string, key: MessageKey<'editor'>) => (
    <Item href={`/mgmt/${editor.id}/${path}`} onLinkClick={onLeave}>
      {t(key)}
    </Item>
  )
  const closeAnd = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <div
      role="menu"
      aria-labelledby="open-menu"
      tabIndex={-1}
      ref={(menu) => menu?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()}
      onKeyDown={(event) => onMenuKey(event, close)}
      className="absolute top-full right-0 z-40 mt-1 grid max-h-[80dvh] w-60 max-w-[90vw] gap-0.5 overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 text-sm shadow-md"
    >
      <Item
        href={`/mgmt/${editor.id}/draft.pdf`}
        target="_blank"
        onLinkClick={(event) => {
          void openPreview(event, editor)
          close()
        }}
      >
        {t('preview')}
      </Item>
      <Item onClick={closeAnd(() => openSearch(editor))}>{t('search.open')}</Item>
      <Item onClick={() => undo(editor)} disabled={!past.length} isNarrowOnly>
        {t('undo')}
      </Item>
      <Item onClick={() => redo(editor)} disabled={!future.length} isNarrowOnly>
        {t('redo')}
      </Item>
      <hr className="my-1 border-base-300" />
      {pageItem('invite-review', 'startReview')}
      {editor.answers.value.languages.bilingual && pageItem('translation', 'translate')}
      {pageItem('save-as-template', 'saveAsTemplate')}
      {pageItem('versions', 'pages.versions')}
      {pageItem('print-doc', 'pages.print-doc')}
      <hr className="my-1 border-base-300" />
      <Item href="/mgmt/my-docs" onLinkClick={onLeave} isBackLink>
        {t('saveAndExit')}
      </Item>
    </div>
  )
}

interface ItemProps {
  children: ReactNode
  href?: string
  target?: '_blank'
  onLinkClick?: LinkHandler
  onClick?: () => void
  disabled?: boolean
  /** The link leads back to the previous page. */
  isBackLink?: true
  /** Shown on narrow screens only, because a wide bar has a button for it. */
  isNarrowOnly?: true
}

function Item({
  children,
  href,
  target,
  onLinkClick,
  onClick,
  disabled,
  isBackLink,
  isNarrowOnly,
}: ItemProps) {
  const itemClass = `flex min-h-9 items-center rounded-field px-3 py-1 text-left hover:bg-base-200 focus-visible:bg-base-200 aria-disabled:opacity-40 ${isNarrowOnly ? 'md:hidden' : ''}`
  if (href)
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        href={href}
        target={target}
        rel={target && 'noopener'}
        data-back={isBackLink ? '' : undefined}
        className={itemClass}
        onClick={onLinkClick}
      >
        {children}
      </a>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      className={itemClass}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  )
}
