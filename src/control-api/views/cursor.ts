// The numbers of the newest call and of the newest event.

import { view } from './view.ts'

export const cursor = view({
  path: '/cursor',
  result: 'CursorView',
  find: ({ read: { log } }) => ({ call: log.calls.lastId(), event: log.lastId() }),
})
