// What the emulator tells of its world, as far as the dashboard reads it.

export interface Person {
  id: number
  handle: string
  first_name: string
  last_name?: string
  username?: string
  deleted: boolean
}

export interface Command {
  command: string
  description: string
}

export interface Webhook {
  url: string
  pending_update_count: number
  last_error_date?: number
  last_error_message?: string
}

export interface Profile {
  name: string
  commands: Command[]
  description: string | null
  short_description: string | null
  webhook: Webhook
}

export interface Bot {
  id: number
  handle: string
  first_name: string
  username?: string
  token: string
  suspended: boolean
  profile?: Profile
}

export interface Place {
  id: number
  handle: string
  title: string
  kind: 'private' | 'group' | 'channel' | 'comments'
  username?: string
  member_count: number
  pinned_message_id: number | null
}

export interface ChatOfMine extends Place {
  bot?: { id: number; handle: string; first_name: string }
  started?: boolean
  blocked?: boolean
  reply_keyboard: { text: string }[][] | null
  unread: number
  last_message: Message | null
}

export interface Author {
  id: number
  handle: string
  first_name: string
  is_bot: boolean
}

export interface Button {
  text: string
  url?: string
  callback_data?: string
}

export interface StoredFile {
  file_unique_id: string
  file_size: number
  width?: number
  height?: number
  mime_type?: string
  file_name?: string
}

export interface Message {
  message_id: number
  author: Author
  chat: { id: number }
  from?: { id: number; first_name: string }
  date: number
  edit_date?: number
  text?: string
  caption?: string
  photo?: StoredFile[]
  video?: StoredFile
  audio?: StoredFile
  document?: StoredFile
  new_chat_members?: { id: number; first_name: string }[]
  left_chat_member?: { id: number; first_name: string }
  reply_to_message?: Message
  reply_markup?: { inline_keyboard: Button[][] }
}

export interface Call {
  id: number
  at: number
  bot: string | null
  method: string
  params: Record<string, unknown>
  status: number
  ok: boolean
  body: unknown
  why?: string
  rule?: string
  duration_ms: number
}

export interface LimitUse {
  limit: string
  chat?: number
  used: number
  allowed: number
  free_in: number
}

export interface Delivery {
  id: number
  at: number
  update_id: number
  status: number | null
  error: string | null
}

export interface Service {
  /** Webhooks may be plain http, on any port, on this machine. */
  allow_local_webhooks: boolean
}

export interface Snapshot {
  name: string
}

export interface Schema {
  type?: string | string[]
  enum?: string[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
}

export interface ActionDescription {
  name: string
  summary: string
  params: Schema
}

export const buttonsOf = (message: Message | undefined): Button[] => message?.reply_markup?.inline_keyboard.flat() ?? []

/** What a message holds besides words. */
export function fileOf(message: Message): { kind: string; file: StoredFile } | undefined {
  for (const kind of ['photo', 'video', 'audio', 'document'] as const) {
    const held = message[kind]
    const file = Array.isArray(held) ? held.at(-1) : held
    if (file) return { kind, file }
  }
  return undefined
}
