import type { ReactNode } from 'react'
import { FormProblem } from '#views/forms.tsx'
import { Card } from './card.tsx'

/** A action's form on a page of its own, for whoever came without script. */
export function ActionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center">
      <Card title={title}>{children}</Card>
    </div>
  )
}

/** The same form inside the page's dialog. */
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
  problem?: string
  /** Fill the blanks of the problem's words. */
  details?: Record<string, string | number>
  /** For actions that take something away. */
  grave?: boolean
  children?: ReactNode
}

export function ActionForm({ id, action, submit, problem, details, grave, children }: FormProps) {
  return (
    <form id={id} method="post" action={action} hx-post={action} hx-swap="outerMorph" noValidate>
      <FormProblem problem={problem} values={details} />
      {children}
      <button type="submit" className={`btn mt-3 w-full ${grave ? 'btn-outline btn-error' : 'btn-primary'}`}>
        {submit}
      </button>
    </form>
  )
}
