// All named shapes: the results of actions and views, and their parts.

export { ServiceView } from '../../service/rules/settings.ts'
export * from '../../service/rules/shapes.ts'
export * from './chats.ts'
export * from './diagnosis.ts'
export * from './events.ts'
export { FoundReply } from './expectation.ts'
export * from './messages.ts'
export * from './people.ts'
export { NewRecording, RecordingView, ReplayView } from './recordings.ts'
export * from './service.ts'
export * from './traffic.ts'
