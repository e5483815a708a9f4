// Beyond this machine, whoever acts as people brings a token.

import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { type ListenOptions, listen } from '../../src/http/listen.ts'

async function listening(options: ListenOptions) {
  const emulator = createEmulator()
  const { token: botToken } = emulator.perform('createBot', { first_name: 'Greeter' }) as { token: string }
  const server = await listen(emulator, options)
  onTestFinished(async () => {
    await server.close()
    await emulator.close()
  })
  /** Asks this machine, under whatever name. */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; body: string; challenge: string | undefined }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
        let body = ''
        response.on('data', (data) => {
          body += data
        })
        const challenge = response.headers['www-authenticate']
        response.on('end', () => resolve({ status: response.statusCode!, body, challenge }))
      })
        .on('error', reject)
        .end()
    })
  return { ask, botToken }
}

const BEARER = { authorization: 'Bearer s3cret' }
const EVERYWHERE = { host: '0.0.0.0', controlToken: 's3cret' }

it.each(['0.0.0.0', '::', '192.168.1.5', 'my-machine.local', '127.0.0.1.attacker.example'])(
  'does not bind %s without one',
  async (host) => {
    const emulator = createEmulator()
    onTestFinished(() => emulator.close())
    await expect(listen(emulator, { host })).rejects.toMatchObject({ code: 'control-token-missing' })
    await expect(listen(emulator, { host, controlToken: '' })).rejects.toMatchObject({ code: 'control-token-missing' })
  },
)

it.each(['127.0.0.1', 'localhost'])('binds %s without one', async (host) => {
  const { ask } = await listening({ host })
  expect((await ask('/_emulator/health')).status).toBe(200)
})

it('asks for it on every control route, and on no other', async () => {
  const { ask, botToken } = await listening(EVERYWHERE)
  for (const path of ['/health', '/actions', '/bots', '/events', '/files/x', '/nothing', '/page', '/index.html']) {
    const { status, body, challenge } = await ask(`/_emulator${path}`)
    expect({ status, challenge, code: JSON.parse(body).error.code }).toEqual({
      status: 401,
      challenge: 'Bearer',
      code: 'control-token',
    })
  }
  expect((await ask('/_emulator/health', BEARER)).status).toBe(200)
  expect((await ask(`/bot${botToken}/getMe`)).status).toBe(200)
})

it.each(['Bearer', 'Bearer s3cre', 'Bearer s3crets', 'Basic s3cret', 's3cret', 'Bearer S3CRET'])(
  'refuses "%s"',
  async (authorization) => {
    const { ask } = await listening(EVERYWHERE)
    expect((await ask('/_emulator/bots', { authorization })).status).toBe(401)
  },
)

it('takes the scheme in any case, as HTTP has it, and tells a wrong token from none', async () => {
  const { ask } = await listening(EVERYWHERE)
  expect((await ask('/_emulator/bots', { authorization: 'bearer s3cret' })).status).toBe(200)
  const said = async (headers?: Record<string, string>) =>
    JSON.parse((await ask('/_emulator/bots', headers)).body).error.message
  expect(await said()).toBe('This emulator requires its control token.')
  expect(await said({ authorization: 'Bearer wrong' })).toBe(
    'The sent token is not the control token of this emulator.',
  )
})

it('says what to do', async () => {
  const { ask } = await listening(EVERYWHERE)
  expect(JSON.parse((await ask('/_emulator/bots')).body).error.hint).toBe(
    'Set BOT_EMULATOR_CONTROL_TOKEN or pass --control-token; in the library, pass controlToken. ' +
      'Over HTTP, send the header "Authorization: Bearer <token>".',
  )
})

it('asks for it on this machine too, when one is chosen', async () => {
  const { ask } = await listening({ controlToken: 's3cret' })
  expect([(await ask('/_emulator/bots')).status, (await ask('/_emulator/bots', BEARER)).status]).toEqual([401, 200])
})

it.each([
  ['192.168.1.5:8081', 200],
  ['[fe80::1]:8081', 200],
  ['localhost', 200],
  ['emulator:8081', 200],
  ['host.docker.internal:8081', 200],
  ['attacker.example', 403],
  ['1.2.3.4.attacker.example', 403],
])('bound to every address, it may be called %j: %d', async (host, status) => {
  const { ask } = await listening(EVERYWHERE)
  expect((await ask('/_emulator/bots', { ...BEARER, host })).status).toBe(status)
})

it('keeps foreign pages out even if they know it', async () => {
  const { ask } = await listening(EVERYWHERE)
  expect((await ask('/_emulator/bots', { ...BEARER, origin: 'http://192.168.1.9' })).status).toBe(403)
})
