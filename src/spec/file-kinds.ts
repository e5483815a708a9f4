// The kinds in which a file can be sent.

export const FILE_KINDS = ['photo', 'video', 'audio', 'document'] as const

export type FileKind = (typeof FILE_KINDS)[number]
