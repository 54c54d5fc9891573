import type { ReactNode } from 'react'
import { FormProblem } from './forms.tsx'
import type { MessageKey } from './language/messages.ts'
import { useTranslations } from './language.tsx'
import { Card } from './parts.tsx'

/** The form of an action as a complete page, for browsers without scripts. */
export function ActionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center">
      <Card title={title}>{children}</Card>
    </div>
  )
}

/** The form of an action card inside the page's dialog. */
export function ActionDialog({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 id="action-title" className="mb-3 pr-10 font-serif text-xl">
        {title}
      </h2>
      {children}
    </>
  )
}

interface FormProps {
  id: string
  action: string
  submit: string
  problem?: MessageKey
  /** Values for the placeholders in the message of the problem. */
  details?: Record<string, string | number>
  /** Whether the action deletes or revokes something. */
  isDestructive?: boolean
  /** Whether the form only asks for confirmation. It has no fields, so the submit button gets the focus. */
  confirms?: boolean
  /** The address of the Cancel link if the form is a page; in a dialog, Cancel closes the dialog. */
  cancel?: string
  children?: ReactNode
}

export function ActionForm(props: FormProps) {
  const { id, action, submit, problem, details, isDestructive, confirms, cancel, children } = props
  const button = (
    <button
      type="submit"
      // biome-ignore lint/a11y/noAutofocus: a confirmation without fields begins at its button
      autoFocus={confirms}
      className={`btn ${cancel ? '' : 'w-full'} ${isDestructive ? 'btn-outline btn-error' : 'btn-primary'}`}
    >
      {submit}
    </button>
  )
  return (
    <form id={id} method="post" action={action} hx-post={action} hx-swap="outerMorph" noValidate>
      <FormProblem problem={problem} values={details} />
      {children}
      {cancel ? <FormFoot cancel={cancel}>{button}</FormFoot> : <div className="mt-3">{button}</div>}
    </form>
  )
}

/** The end of a form on a page: a link back, and the submit button. */
export function FormFoot({ cancel, children }: { cancel: string; children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <a href={cancel} className="btn btn-ghost" data-closes-dialog>
        {t('cancel')}
      </a>
      {children}
    </div>
  )
}
