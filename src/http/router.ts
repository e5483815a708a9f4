// The Koa router, loaded as CommonJS: its ES module imports node:http, which is slow.

import { createRequire } from 'node:module'

export const Router: typeof import('@koa/router').default = createRequire(import.meta.url)('@koa/router')
