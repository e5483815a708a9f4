// The JSON that tools return has no characters that steer a terminal or reorder a line.

import { expect, it } from 'vitest'
import type { Host } from '../../../src/cli/mcp/host.ts'
import { TOOLS } from '../../../src/cli/mcp/tools/index.ts'
import { controlFetch, httpClient } from '../../../src/control/client/http-client.ts'
import { service } from '../../helpers/service.ts'

const NAME = 'A\u009b31m\u202eB\u2066'

it.each([true, false])('view, with `whole: %s`', async (whole) => {
  const { url, view, act } = await service()
  await act('createUser', { handle: 'alice', first_name: NAME })
  const target = { url, client: httpClient(url), fetch: controlFetch(url), isElsewhere: false }
  const refuse = async () => {
    throw new Error('not reached')
  }
  const host: Host = { connect: async () => target, start: refuse, stop: refuse, bot: undefined }
  const tool = TOOLS.find(({ name }) => name === 'view')!
  const call = { signal: new AbortController().signal, report() {} }
  const text = String(await tool.answer(host, { path: '/users', query: {}, whole }, call))
  expect(JSON.parse(text)).toEqual(await view('/users'))
  expect(text).toContain('A\\u009b31m\\u202eB\\u2066')
})
