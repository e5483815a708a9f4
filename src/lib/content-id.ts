// The name of a content, made from its SHA-256 in hex: 132 bits of it are enough.

export const contentId = (hash: string) => Buffer.from(hash, 'hex').toString('base64url').slice(0, 22)
