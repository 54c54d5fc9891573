const TAG = /<(\/?[a-zA-Z!?][^\s>/]*)((?:\s+[^\s=>/]+(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/g

/** All tags in a page or XML file and their attributes: `img`, `img@src`, `/p`. */
export function tagKinds(html: string): Set<string> {
  const kinds = new Set<string>()
  for (const [, name, attributes] of html.matchAll(TAG)) {
    kinds.add(name!.toLowerCase())
    for (const [, one] of attributes!.matchAll(/\s+([^\s=>/]+)(?:="[^"]*"|='[^']*'|=[^\s>"']+)?/g))
      kinds.add(`${name!.toLowerCase()}@${one}`)
  }
  return kinds
}

/** Everything in a page that could execute, load or link although our templates do not contain it. */
export function dangers(html: string): string[] {
  const kinds: string[] = []
  for (const [tag, name, attributes] of html.matchAll(TAG)) {
    if (/^(iframe|object|embed|base|math|marquee|video|audio|template|style)$/i.test(name!)) kinds.push(tag)
    // A static page has no nonce: its policy allows scripts of this site only.
    if (
      /^script$/i.test(name!) &&
      !/ (nonce="[^"]+"|type="application\/json"|src="\/\w[^"]*")/.test(attributes!)
    )
      kinds.push(tag)
    if (/\s(on\w+|srcdoc|hx-on\S*)\s*=/i.test(attributes!.replace(/="[^"]*"/g, '=""'))) kinds.push(tag)
    if (/\s(href|src|action|formaction|hx-\w+)="\s*(javascript|data:text|vbscript|\/\/)/i.test(attributes!))
      kinds.push(tag)
  }
  return kinds
}
