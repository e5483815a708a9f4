// The path of the control API, and links to the parts of the page.

export const CONTROL_PATH = '/_emulator'

export interface Phone {
  person: string
  /** The handle of the chat that is open on the phone of the person. */
  chat?: string
  message?: number
}

/** The tabs of the page. Only a narrow screen has the tab `phones`. */
export const PANELS = ['phones', 'traffic', 'bots', 'world', 'record', 'actions'] as const
export type Panel = (typeof PANELS)[number]

export const MAX_PHONES = 4

const textOf = ({ person, chat, message }: Phone) =>
  [person, chat, message].flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join('/')

/** What a link to the page selects: a call by its id, or an update by the id of its event; 0 if nothing. */
export interface Selection {
  call?: number
  update?: number
}

export function pageFragment({ phones, panel, call, update }: { phones: readonly Phone[]; panel: Panel } & Selection) {
  const query = new URLSearchParams()
  for (const phone of phones.slice(0, MAX_PHONES)) query.append('phone', textOf(phone))
  query.set('panel', panel)
  if (call) query.set('call', String(call))
  if (update) query.set('update', String(update))
  return `#${query}`
}

export function parseFragment(fragment: string) {
  const query = new URLSearchParams(fragment.slice(1))
  const panel = PANELS.find((name) => name === query.get('panel'))
  const [call, update] = ['call', 'update'].map((name) => Number(query.get(name) ?? 0))
  return { phones: query.getAll('phone').map(parsePhone), panel, call, update }
}

function parsePhone(text: string): Phone {
  // Decoding would throw for a typed % that is not part of an encoded character.
  const isEncoded = URL.canParse(`a:${text}`) && !/%(?![0-9a-f]{2})/i.test(text)
  const [person = '', chat, message] = text.split('/').map(isEncoded ? decodeURIComponent : String)
  return { person, ...(chat && { chat }), ...(message && { message: Number(message) }) }
}
