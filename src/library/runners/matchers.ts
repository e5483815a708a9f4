// `bot-emulator/matchers`: for `expect.extend` of vitest and jest.

export { type ReplyOptions, toHaveReply } from './to-have-reply.ts'
