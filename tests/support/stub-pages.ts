/** A page of a simulated service, with the addresses of its first form and its first link. */
export async function openPage(address: string) {
  const response = await fetch(address)
  const html = await response.text()
  const addressIn = (attribute: string) => {
    const [, value] = new RegExp(` ${attribute}="([^"]*)"`).exec(html) ?? []
    return value === undefined ? null : new URL(value.replaceAll('&amp;', '&'), response.url).href
  }
  return { status: response.status, html, form: addressIn('action'), link: addressIn('href') }
}

/** Submits a form by one of its buttons. Returns the address of the redirect, or null. */
export async function pressButton(form: string, fields: Record<string, string>): Promise<string | null> {
  const body = new URLSearchParams(fields)
  const response = await fetch(form, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location')
}
