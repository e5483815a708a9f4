// The router as a CommonJS module; its ES module imports the slow node:http.

import { createRequire } from 'node:module'

export const Router: typeof import('@koa/router').default = createRequire(import.meta.url)('@koa/router')
