// The same conversations through every door: a bot cannot tell by which of them a person came in.

import { describe, expect, it } from 'vitest'
import { httpClient } from '../../src/control/client/http-client.ts'
import type { RunningEmulator } from '../../src/index.ts'
import { run } from '../helpers/program.ts'
import { started } from '../helpers/started.ts'
import { until } from '../helpers/until.ts'
import { POLITE_BOTS } from './polite-bots.ts'

// biome-ignore lint/suspicious/noExplicitAny: what comes back is JSON
type Json = any

interface Door {
  does(action: string, params: Record<string, unknown>): Promise<Json>
  /** The calls of an operation, as soon as there are so many. */
  calls(method: string, count: number): Promise<Json[]>
}

const overHttp = ({ url }: RunningEmulator): Door => {
  const client = httpClient(url)
  return {
    does: (action, params) => client.perform(action, params),
    async calls(method, count) {
      await until(async () => (await client.view('/calls', { method })).length >= count)
      return client.view('/calls', { method })
    },
  }
}

const inLibrary = (emulator: RunningEmulator): Door => ({
  does: (action, params) => emulator.perform(action, params),
  async calls(method, count) {
    await emulator.wait({ call: method, within: 15 })
    await until(async () => (await emulator.calls({ method })).length >= count)
    return emulator.calls({ method })
  },
})

const byCommand = ({ url }: RunningEmulator): Door => {
  async function command(...args: string[]): Promise<Json> {
    const { stdout, stderr } = await run([...args, '--json', '--url', url]).ended
    if (!stdout) throw new Error(stderr)
    const { ok, result, error } = JSON.parse(stdout)
    if (!ok) throw Object.assign(new Error(error.message), error)
    return result
  }
  const flags = (params: Record<string, unknown>) =>
    Object.entries(params).map(
      ([name, value]) => `--${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
  return {
    does: (action, params) => command('do', action, ...flags(params)),
    async calls(method, count) {
      let found: Json[] = []
      await until(async () => {
        found = await command('calls', '--method', method)
        return found.length >= count
      })
      return found
    },
  }
}

const DOORS: [string, (emulator: RunningEmulator) => Door][] = [
  ['over HTTP', overHttp],
  ['in the library', inLibrary],
  ['by command', byCommand],
]

async function stage(open: (emulator: RunningEmulator) => Door) {
  const emulator = await started()
  const alice = await emulator.user('alice')
  const polite = await emulator.bot('polite')
  return { emulator, alice, polite, door: open(emulator) }
}

describe.each(POLITE_BOTS)('a bot written with %s', (_language, runs) => {
  describe.each(DOORS)('%s', (_door, open) => {
    it('greets, is thanked, and edits its greeting', async () => {
      const { emulator, alice, polite, door } = await stage(open)
      runs(emulator.url, polite.token)
      await door.does('start', { as: 'alice', bot: 'polite' })
      const [greeting] = await door.calls('sendMessage', 1)
      expect(greeting).toMatchObject({ ok: true, params: { text: 'Hello, Alice!' } })
      const { message_id } = greeting.body.result
      expect(await door.does('press', { as: 'alice', chat: 'polite', button: 'Thanks' })).toMatchObject({
        message_id,
        data: 'thanks',
      })
      const [edit] = await door.calls('editMessageText', 1)
      expect(edit.body.result).toMatchObject({ message_id, text: 'You are welcome.', chat: { id: alice.id } })
    })

    it('echoes in a group, and is refused by who has blocked it', async () => {
      const { emulator, alice, polite, door } = await stage(open)
      await door.does('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['polite'] })
      const text = 'häß -- "quoted" $HOME 👩‍👩‍👧 \n second line'
      const sent = await door.does('send', { as: 'alice', to: 'team', text })
      await door.does('start', { as: 'alice', bot: 'polite' })
      await door.does('block', { as: 'alice', bot: 'polite' })
      runs(emulator.url, polite.token)
      const [echo, greeting] = await door.calls('sendMessage', 2)
      expect(echo.body.result).toMatchObject({ text, reply_to_message: { message_id: sent.message_id } })
      expect(greeting).toMatchObject({
        ok: false,
        rule: 'CID-10',
        body: { description: 'Bad Request: chat not found' },
      })
      expect(alice.first_name).toBe('Alice')
    })
  })
})

describe.each(DOORS)('%s', (_door, open) => {
  it('a refusal has the same code, sentence and hint', async () => {
    const { door } = await stage(open)
    await expect(door.does('send', { as: 'alice', to: 'politte', text: 'x' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^Unknown bot or chat "politte"\.( Did you mean polite\?)?$/),
      hint: 'Did you mean polite?',
    })
  })
})
