// node:http without an import, which would read all that it exports: its WebSocket alone takes Node 25 ms to load.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
