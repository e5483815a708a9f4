// A poll that brought nothing, as a bot makes all the time.

import type { Call } from '../../event-log/entry.ts'

export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'
