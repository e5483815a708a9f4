// Loads node:http without an import statement.
// An import would also load Node's WebSocket, which takes 25 ms.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
