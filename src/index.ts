// What `import 'bot-emulator'` gives.

export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'
export { type Listening, listen } from './http/listen.ts'
export { Problem } from './lib/problem.ts'
