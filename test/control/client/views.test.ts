// A view by its path, with the references in their places: the same over HTTP and in process.

import { describe, expect, it } from 'vitest'
import { DOORS, stage } from './doors.ts'

describe.each(DOORS)('%s', (_, open) => {
  it('takes references and the words of the query together', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const greeter = await client.view('/bots/:bot', { bot: 'greeter' })
    expect(greeter).toEqual(await here.view('/bots/greeter'))
    expect(await client.view('/bots/:bot', { bot: greeter.id })).toEqual(greeter)
    const messages = await client.view('/chats/:chat/messages', { chat: 'alice', bot: 'greeter', limit: 1 })
    expect(messages).toMatchObject([{ text: '/start', author: { handle: 'alice' } }])
    expect(await client.view('/chats/:chat/messages', { chat: 'alice', bot: 'greeter', after: 1 })).toEqual([])
    const shown = await client.view('/users/:user/chats/:chat', { user: '@alice_w', chat: '@greeter_bot' })
    expect(shown).toMatchObject({ kind: 'private', started: true, messages: [{ text: '/start' }] })
    const withoutMessages = { user: 'alice', chat: 'greeter', limit: 0 }
    expect(await client.view('/users/:user/chats/:chat', withoutMessages)).toEqual({ ...shown, messages: [] })
  })

  it('takes a whole path too', async () => {
    const client = open(await stage())
    expect(await client.view('/users/@alice_w')).toMatchObject({ handle: 'alice' })
    expect(await client.view<string>('users/@alice_w')).toMatchObject({ handle: 'alice' })
    await expect(client.view<string>('nope')).rejects.toMatchObject({ message: 'Unknown view /nope.' })
    expect(await client.view('/calls', { bot: 'greeter', ok: false })).toEqual([])
  })

  it('keeps a reference in its place, whatever it is', async () => {
    const client = open(await stage())
    for (const user of ['a/chats', '../bots', 'x?bot=greeter', '%', 'ä ö']) {
      await expect(client.view('/users/:user', { user })).rejects.toMatchObject({
        code: 'not-found',
        message: `Unknown person "${user}".`,
      })
    }
  })

  it('sends a file by its bytes, of any size', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'abc')
    const params = { as: here.alice!.id, to: 'greeter', kind: 'document', caption: '7', reply_to: 1 } as const
    const sent = await client.perform('sendFile', { ...params, file: { name: 'a "b".bin', bytes } })
    expect(sent).toMatchObject({ caption: '7', document: { file_name: 'a "b".bin', file_size: bytes.length } })
    expect(Buffer.from(await client.file(sent.document!.file_unique_id)).equals(bytes)).toBe(true)
    const { document } = await client.perform('sendFile', { ...params, file: { name: 'a.txt', bytes: 'é' } })
    expect(document).toMatchObject({ file_size: 2 })
    const wrong = { ...params, reply_to: 0, file: { name: 'a', bytes } }
    await expect(client.perform('sendFile', wrong)).rejects.toMatchObject({ code: 'invalid-params' })
  })
})
