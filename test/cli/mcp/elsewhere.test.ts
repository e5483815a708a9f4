// Tools do not act on an emulator that nobody named and that was started in another folder.

import { expect, it } from 'vitest'
import type { Host } from '../../../src/cli/mcp/host.ts'
import type { ToolCall } from '../../../src/cli/mcp/tool.ts'
import { TOOLS } from '../../../src/cli/mcp/tools/index.ts'
import { controlFetch, httpClient } from '../../../src/control/client/http-client.ts'
import { service } from '../../helpers/service.ts'

const CALL: ToolCall = { signal: new AbortController().signal, report() {} }
const refuse = async () => {
  throw new Error('not reached')
}

it.each<[string, Record<string, unknown>, boolean]>([
  ['status', {}, true],
  ['view', { path: '/users', query: {}, whole: false }, true],
  ['act', { action: 'createUser', params: { first_name: 'Bob' } }, false],
  ['say', { action: 'createUser', params: { first_name: 'Bob' }, within: 1 }, false],
  ['record', { do: 'start' }, false],
])('%s', async (name, params, isAllowed) => {
  const { url, view } = await service()
  const target = { url, client: httpClient(url), fetch: controlFetch(url), isElsewhere: true }
  const host: Host = { connect: async () => target, start: refuse, stop: refuse, bot: undefined }
  const answer = TOOLS.find((tool) => tool.name === name)!.answer(host, params, CALL)
  if (isAllowed) await answer
  else
    await expect(answer).rejects.toMatchObject({
      message: `The emulator at ${url} was started in another folder, so only read-only tools can use the emulator.`,
      hint: `Start an emulator here with \`start\`, or add --url ${url} to the command of this MCP server.`,
    })
  expect(await view('/users')).toEqual([])
})
