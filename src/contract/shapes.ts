// Every shape that has a name: results of actions and views, and what they are made of.

export * from '../spec/shapes.ts'
export * from './chats.ts'
export * from './events.ts'
export * from './messages.ts'
export * from './people.ts'
export * from './service.ts'
export * from './traffic.ts'
