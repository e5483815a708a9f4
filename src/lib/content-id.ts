// The name of a content, made from its SHA-256 in hex: 132 bits of it are enough.

export const contentId = (hash: string) => Buffer.from(hash, 'hex').toString('base64url').slice(0, 22)

/** It becomes the name of a file: nothing else may pass for one. */
export const isContentId = (text: unknown) => typeof text === 'string' && /^[\w-]{22}$/.test(text)
