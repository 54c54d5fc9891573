import type { ReactNode } from 'react'

export function Card({ title, children, wide }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section
      className={`w-full rounded-box border border-base-300 bg-base-100 p-6 sm:p-8 ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <h1 className="mb-4 font-serif text-2xl">{title}</h1>
      {children}
    </section>
  )
}
