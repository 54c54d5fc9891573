export interface SeoProps {
  canonical: string
  /** The same page in each language, and the default (x-default). */
  alternates: { lang: string; href: string }[]
  image: { href: string; alt: string }
  siteName: string
  lang: string
  nonce: string
  /** Structured data: objects of schema.org. */
  structured: object[]
  /** The id of the element to scroll to without scripts. */
  anchor?: string
}

/** Metadata for search engines and link previews. */
export function Seo({ title, description, ...seo }: SeoProps & { title: string; description?: string }) {
  const og: Record<string, string | undefined> = {
    'og:type': 'website',
    'og:site_name': seo.siteName,
    'og:title': title,
    'og:description': description,
    'og:url': seo.canonical,
    'og:locale': seo.lang.replace('-', '_'),
    'og:image': seo.image.href,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': seo.image.alt,
  }
  return (
    <>
      <link rel="canonical" href={seo.canonical} />
      {seo.alternates.map(({ lang, href }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={href} />
      ))}
      {Object.entries(og).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {seo.structured.map((thing) => (
        <script
          key={JSON.stringify(thing).slice(0, 80)}
          type="application/ld+json"
          nonce={seo.nonce || undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block no browser runs
          dangerouslySetInnerHTML={{ __html: JSON.stringify(thing).replaceAll('<', '\\u003c') }}
        />
      ))}
      {seo.anchor && (
        <noscript>
          <meta httpEquiv="refresh" content={`0; url=#${seo.anchor}`} />
        </noscript>
      )}
    </>
  )
}
