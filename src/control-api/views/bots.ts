// Every bot, with its token.

import { viewBot } from '../build-views/people.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const bots = view({
  path: '/bots',
  result: 'BotView[]',
  find: ({ read }) => eachRow(read.store.bots.all(), (bot) => viewBot(read, bot)),
})
