// Content ids, made of the first 132 bits of a SHA-256 hash.

export const contentId = (hash: string) => Buffer.from(hash, 'hex').toString('base64url').slice(0, 22)

/** True for a content id. Checked strictly, because the id is used as a file name. */
export const isContentId = (text: unknown) => typeof text === 'string' && /^[\w-]{22}$/.test(text)
