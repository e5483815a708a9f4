// The host that is bound.

export const isLoopbackHost = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** A host as it stands in a URL. */
export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
