// A model of a real emulator, whose signals are watched until the test ends.

import { effect, type ReadonlySignal } from '@preact/signals-core'
import { expect, onTestFinished } from 'vitest'
import type { Client } from '../../src/control/client/client.ts'
import { httpClient } from '../../src/control/client/http-client.ts'
import { createModel, type Model, type ModelOptions } from '../../src/screens/model/model.ts'
import { service } from '../helpers/service.ts'

export const watch = (value: ReadonlySignal) => onTestFinished(effect(() => void value.value))

export async function followed(client: Client, options: Partial<ModelOptions> = {}): Promise<Model> {
  const model = createModel(client, {
    nowMs: () => performance.now(),
    schedule: (apply) => setTimeout(apply),
    ...options,
  })
  const stop = new AbortController()
  const following = model.follow(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await following
  })
  await expect.poll(() => model.link.value).toBe('open')
  return model
}

/** Alice and Bob, and Alice's chat with a bot that she has started. */
export async function stage(options: Partial<ModelOptions> = {}) {
  const here = await service()
  await here.user('Alice', { handle: 'alice' })
  await here.user('Bob', { handle: 'bob' })
  const bot = await here.bot({ handle: 'greeter' })
  await here.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  const model = await followed(httpClient(here.url), options)
  return { here, bot, model }
}
