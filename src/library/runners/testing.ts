// What the entries for test runners are made of.

export { toHaveReply } from './to-have-reply.ts'
export { useEmulatorWith } from './use-emulator.ts'
