interface Props {
  subject: string
  html: string
  text: string
  /** The BCP 47 tag of the mail's language. */
  lang: string
}

/** A mail as mail programs show it, followed by its plain text. */
export function MailPreview({ subject, html, text, lang }: Props) {
  return (
    <section lang={lang} className="min-w-0">
      <h2 className="mb-2 font-semibold">{subject}</h2>
      <iframe
        title={subject}
        srcDoc={html}
        sandbox=""
        className="h-140 w-full rounded-box border border-base-300"
      />
      <pre className="mt-3 whitespace-pre-wrap break-words rounded-box border border-base-300 bg-base-100 p-4 text-sm">
        {text}
      </pre>
    </section>
  )
}
