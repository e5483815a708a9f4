// The Koa router, loaded as CommonJS, because its ES module's import of node:http is slow.

import { createRequire } from 'node:module'

export const Router: typeof import('@koa/router').default = createRequire(import.meta.url)('@koa/router')
