// The kinds of files that a bot can send.

export const FILE_KINDS = ['photo', 'video', 'audio', 'document'] as const

export type FileKind = (typeof FILE_KINDS)[number]
