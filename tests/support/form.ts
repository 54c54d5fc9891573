/** The message beside a field; '' if there is none. */
export function fieldProblem(html: string, field: string): string {
  const note = new RegExp(`<p id="${field}-note" role="alert"[^>]*>([^<]*)</p>`).exec(html)?.[1]
  if (note === undefined) return ''
  const control = new RegExp(`<(?:input|select|textarea)[^>]*id="${field}"[^>]*>`).exec(html)?.[0] ?? ''
  // A problem counts only if a screen reader announces it.
  if (!control.includes('aria-invalid="true"') || !control.includes(`aria-describedby="${field}-note"`))
    throw new Error(`the problem of ${field} is not tied to its control: ${control}`)
  return unescaped(note)
}

/** The value of a field of the page. */
export function typedValue(page: string, field: string): string {
  // The header and footer of the page have other forms.
  const html = page.slice(Math.max(0, page.indexOf('<main')))
  const select = new RegExp(`<select[^>]*name="${field}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1]
  if (select !== undefined) return /<option value="([^"]*)" selected=""/.exec(select)?.[1] ?? ''
  const input = new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(html)?.[0]
  if (!input) throw new Error(`no field ${field}`)
  return unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? '')
}

/** The values of the controls on a page, as a browser submits them. */
export function formValues(page: string): Record<string, string> {
  const html = page.slice(Math.max(0, page.indexOf('<main')))
  const values: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const name = /\sname="([^"]*)"/.exec(tag)?.[1]
    if (!name || (/type="checkbox"/.test(tag) && !/\schecked/.test(tag))) continue
    values[name] = unescaped(/\svalue="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, content] of html.matchAll(/<textarea[^>]*\sname="([^"]*)"[^>]*>([^<]*)</g))
    values[name!] = unescaped(content!.replace(/^\n/, ''))
  for (const [, name, options] of html.matchAll(/<select[^>]*\sname="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    values[name!] = unescaped(
      /<option[^>]*selected[^>]*value="([^"]*)"/.exec(options!)?.[1] ??
        /<option[^>]*value="([^"]*)"[^>]*selected/.exec(options!)?.[1] ??
        /value="([^"]*)"/.exec(options!)?.[1] ??
        '',
    )
  return values
}

/** The message about the whole form. */
export function formProblem(html: string): string {
  return unescaped(/<p role="alert" class="alert[^>]*>([^<]*)</.exec(html)?.[1] ?? '')
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
