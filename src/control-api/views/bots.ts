// Every bot, with its token.

import { viewBot } from '../build-views/people.ts'
import { view } from './view.ts'

export const bots = view({
  path: '/bots',
  result: 'BotView[]',
  find: ({ read }) => read.store.bots.all().map((bot) => viewBot(read, bot)),
})
