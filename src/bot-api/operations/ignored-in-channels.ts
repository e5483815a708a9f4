// What a call about a channel of the bot ignores, whatever it is.

import { isOwnChannel } from '../../messenger/chats/find-chat.ts'
import type { Operation } from './operation.ts'

/** For `withoutIgnored`. */
export const ignoredInChannels =
  (name: string): Operation['withoutIgnored'] & {} =>
  (read, bot, input) => {
    if (!(name in input) || !isOwnChannel(read, bot, input.chat_id)) return input
    const { [name]: _, ...rest } = input
    return rest
  }
