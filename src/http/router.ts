// The router by `require`: as an ES module it imports node:http, which makes the start slow (see lib/node-http.ts).

import { createRequire } from 'node:module'

export const Router: typeof import('@koa/router').default = createRequire(import.meta.url)('@koa/router')
