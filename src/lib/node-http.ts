// Loads node:http without an import, which would also load its WebSocket and take 25 ms.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
