// One bot.

import { botNamed } from '../../messenger/users/named.ts'
import { viewBot } from '../build-views/people.ts'
import { view } from './view.ts'

export const bot = view({
  path: '/bots/:bot',
  result: 'BotView',
  find: ({ read }, { bot }) => viewBot(read, botNamed(read, bot)),
})
