// What `import 'bot-emulator'` gives.

export type {
  ActionName,
  ActionParams,
  ActionResults,
  CallView,
  Client,
  EventView,
  Expectation,
  Health,
  MessageView,
  Values,
} from './client/client.ts'
export { Problem } from './lib/problem.ts'
export type { Bot, BotAnswer } from './library/bot.ts'
export type { ClockControl } from './library/clock.ts'
export type { FileToSend, Person } from './library/person.ts'
export type { ReplyQuery } from './library/replies.ts'
export type { Stage } from './library/stage.ts'
export { connectEmulator, type RunningEmulator, type StartOptions, startEmulator } from './library/start-emulator.ts'
export type { Ref, Who } from './library/who.ts'
