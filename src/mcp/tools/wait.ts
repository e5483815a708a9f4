// wait: until a bot makes a call; else how near the nearest came.

import { expectation } from '../../contract/expectation.ts'
import { callLine } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const wait = tool({
  name: 'wait',
  description:
    'Waits until a bot makes a call, e.g. {call: "sendMessage", with: {text: "/hi/i"}, after: 12}; else says what came instead.',
  params: expectation.pick({ call: true, with: true, bot: true, after: true, within: true, ok: true }),
  readOnly: true,
  answer: async (client, expected) => callLine(await client.wait(expected)),
})
