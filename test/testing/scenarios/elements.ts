// The elements of an XML text, which has to be well formed.

export interface Element {
  name: string
  attributes: Record<string, string>
  parent: string | undefined
}

const TOKEN = /<\?[^>]*\?>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const REFERENCE = /&(?!amp;|lt;|gt;|quot;|#\d+;)/

export function elementsIn(text: string): Element[] {
  const elements: Element[] = []
  const open: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(text)
    if (!token) throw new Error(`not well formed at ${at}: ${text.slice(at, at + 60)}`)
    const [whole, closing, name, attributes, empty] = token
    if (REFERENCE.test(whole)) throw new Error(`a bare & in ${whole}`)
    if (closing && open.pop() !== closing) throw new Error(`${closing} was not open`)
    if (!name) continue
    elements.push({ name, parent: open.at(-1), attributes: attributesIn(attributes!) })
    if (!empty) open.push(name)
  }
  if (open.length) throw new Error(`${open.join(', ')} was never closed`)
  return elements
}

const attributesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]))
