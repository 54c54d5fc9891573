import { useSignals } from '@preact/signals-react/runtime'
import type { MouseEvent, ReactNode } from 'react'
import type { MessageKey } from '#views/language/messages.ts'
import { onMenuKey } from '../menu/menu-keys.ts'
import { openSearch } from '../search/search-state.ts'
import { redo, undo, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { leave, preview } from './leave.ts'

type LinkHandler = (event: MouseEvent<HTMLAnchorElement>) => void

/** The menu of the top bar: all actions on the whole document. */
export function MenuItems({ close }: { close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { past, future } = editor.history.value
  const onLeave: LinkHandler = (event) => void leave(event, editor)
  const page = (name: string, words: MessageKey<'editor'>) => (
    <Item href={`/mgmt/${editor.id}/${name}`} go={onLeave}>
      {t(words)}
    </Item>
  )
  const closeAnd = (act: () => void) => () => {
    close()
    act()
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
        go={(event) => {
          void preview(event, editor)
          close()
        }}
      >
        {t('preview')}
      </Item>
      <Item act={closeAnd(() => openSearch(editor))}>{t('search.open')}</Item>
      <Item act={() => undo(editor)} disabled={!past.length} isNarrowOnly>
        {t('undo')}
      </Item>
      <Item act={() => redo(editor)} disabled={!future.length} isNarrowOnly>
        {t('redo')}
      </Item>
      <hr className="my-1 border-base-300" />
      {page('invite-review', 'startReview')}
      {editor.answers.value.languages.bilingual && page('translation', 'translate')}
      {page('save-as-template', 'saveAsTemplate')}
      {page('versions', 'pages.versions')}
      {page('print-doc', 'pages.print-doc')}
      <hr className="my-1 border-base-300" />
      <Item href="/mgmt/my-docs" go={onLeave} isBackLink>
        {t('saveAndExit')}
      </Item>
    </div>
  )
}

interface ItemProps {
  children: ReactNode
  href?: string
  target?: '_blank'
  go?: LinkHandler
  act?: () => void
  disabled?: boolean
  /** The link leads back to the previous page. */
  isBackLink?: true
  /** Shown on narrow screens only, because a wide bar has a button for it. */
  isNarrowOnly?: true
}

function Item({ children, href, target, go, act, disabled, isBackLink, isNarrowOnly }: ItemProps) {
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
        onClick={go}
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
      onClick={disabled ? undefined : act}
    >
      {children}
    </button>
  )
}
