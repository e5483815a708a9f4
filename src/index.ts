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
} from './control/client/client.ts'
export type {
  ChatView,
  PersonChatView,
  PrivateChatView,
  SharedChatView,
  ShownChatView,
} from './control/contract/chats.ts'
export type { EventQuery, EventType, EventView } from './control/contract/events.ts'
export type { Expectation } from './control/contract/expectation.ts'
export type { FileToSend, MessageView } from './control/contract/messages.ts'
export type { BotView, MemberView, ProfileView, UserView } from './control/contract/people.ts'
export type { ActionDescription, ClockView, Health, SnapshotView } from './control/contract/service.ts'
export type { Message, Update } from './control/contract/shapes.ts'
export type { CallView, DeliveryState, DeliveryView, FaultView, LimitUse } from './control/contract/traffic.ts'
export { Problem } from './lib/problem.ts'
export type { ServiceView } from './service/rules/settings.ts'
export type { Bot } from './testing/library/bot.ts'
export type { ClockControl } from './testing/library/clock.ts'
export type { BotAnswer, Drive, UpdateHandler } from './testing/library/drive.ts'
export type { Patience } from './testing/library/idle.ts'
export type { ButtonChoice, Conversation, Person } from './testing/library/person.ts'
export type { Ref, Who } from './testing/library/references.ts'
export type { ReplyQuery } from './testing/library/replies.ts'
export type { Stage } from './testing/library/stage.ts'
export {
  connectEmulator,
  type RunningEmulator,
  type StartOptions,
  startEmulator,
  type World as WorldFile,
} from './testing/library/start-emulator.ts'
