// The exports of `import 'bot-emulator'`.

export type {
  ActionName,
  ActionParams,
  ActionResults,
  Client,
  OperationName,
  OperationParams,
  OperationResults,
  Values,
  ViewParams,
  ViewPath,
  ViewResults,
} from './client/client.ts'
export type { ChatView, PersonChatView, PrivateChatView, SharedChatView, ShownChatView } from './contract/chats.ts'
export type { EventQuery, EventType, EventView } from './contract/events.ts'
export type { Expectation } from './contract/expectation.ts'
export type { FileToSend, MessageView } from './contract/messages.ts'
export type { BotView, MemberView, ProfileView, UserView } from './contract/people.ts'
export type { ActionDescription, ClockView, Health, SnapshotView } from './contract/service.ts'
export type { Message, Update } from './contract/shapes.ts'
export type { CallView, DeliveryState, DeliveryView, FaultView, LimitUse } from './contract/traffic.ts'
export { Problem } from './lib/problem.ts'
export type { Bot } from './library/bot.ts'
export type { ClockControl } from './library/clock.ts'
export type { BotAnswer, Drive, UpdateHandler } from './library/drive.ts'
export type { Person } from './library/person.ts'
export type { Ref, Who } from './library/references.ts'
export type { ButtonChoice, Conversation, ReplyQuery } from './library/replies/conversation.ts'
export type { Patience } from './library/replies/idle.ts'
export type { Stage } from './library/stage.ts'
export {
  connectEmulator,
  type RunningEmulator,
  type StartOptions,
  startEmulator,
  type World as WorldFile,
} from './library/start-emulator.ts'
export type { ServiceView } from './spec/settings.ts'
