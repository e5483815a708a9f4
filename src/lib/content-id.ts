// The ids of stored files, made of the first 132 bits of their SHA-256 hash.

export const contentId = (hash: string) => Buffer.from(hash, 'hex').toString('base64url').slice(0, 22)

/** Accepts no other characters, because content ids are used as file names. */
export const isContentId = (text: unknown) => typeof text === 'string' && /^[\w-]{22}$/.test(text)
