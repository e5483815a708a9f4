// `explain`: returns the causes of an error of the service.

import * as z from 'zod'
import { commandProblem } from '../run-command.ts'
import { HINTS, hostTool } from '../tool.ts'

export const explain = hostTool({
  name: 'explain',
  description: 'Lists the causes of an error of the service, by its text or a rule id such as CID-10.',
  params: z.strictObject({ error: z.string().min(1) }),
  hints: HINTS.reads,
  async answer(host, { error }, call) {
    const result = await host.run(['explain', '--', error], call)
    if (result.code !== 0) throw commandProblem(result)
    return result.stdout.trim()
  },
})
