// What only a command with an emulator of its own needs: loaded when one runs, so that the others start at once.

export { directClient } from '../client/direct-client.ts'
export { createEmulator } from '../emulator.ts'
export { listen } from '../http/listen.ts'
export { furnish, serviceIn } from './furnish.ts'
export { logCalls } from './log-calls.ts'
