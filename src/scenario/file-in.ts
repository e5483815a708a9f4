// The file that a message holds; of a photo the largest of its sizes.

// biome-ignore lint/suspicious/noExplicitAny: a message as it travels
type Json = any

const KINDS = ['photo', 'video', 'audio', 'document'] as const

export interface FileIn {
  kind: (typeof KINDS)[number]
  unique_id: string
  name?: string
}

export function fileIn(message: Json): FileIn | undefined {
  const kind = KINDS.find((each) => message?.[each])
  if (!kind) return undefined
  const { file_unique_id, file_name } = [message[kind]].flat().at(-1)
  return { kind, unique_id: file_unique_id, ...(file_name && { name: file_name }) }
}
