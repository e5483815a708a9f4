// Fills a new world with people and bots. Applies --token to new and existing worlds.

import type { Emulator } from '../../emulator.ts'
import { Problem } from '../../lib/problem.ts'
import { sanitize } from '../../lib/safe-text.ts'
import { botIdIn } from '../../service/rules/names.ts'
import { fillWorld } from '../../testing/worlds/create-world.ts'
import type { WorldFile } from '../../testing/worlds/world-file.ts'
import { botUsername, DEFAULT_WORLD, nameFromHandle } from '../../testing/worlds/world-file.ts'

export interface NewWorldOptions {
  world?: string | undefined
  token?: string | undefined
}

export const isEmpty = ({ world: { store } }: Emulator) =>
  store.bots.all().length === 0 && store.users.people().length === 0

/** Creates the world of --world, or the default world, if the database is empty. Returns the created world. */
export async function fillNewWorld(emulator: Emulator, options: NewWorldOptions) {
  const firstWorld = isEmpty(emulator) ? await chooseWorld(options) : undefined
  if (firstWorld) await createFirstWorld(emulator, withToken(firstWorld, options.token), options)
  else if (options.world !== undefined) {
    process.stderr.write(`The database already has a world, so ${sanitize(options.world)} was not read.\n`)
  }
  if (options.token !== undefined) giveToken(emulator, options.token)
  return firstWorld
}

function giveToken({ world: { store }, perform }: Emulator, token: string) {
  const bot = store.bots.byToken(token) ?? store.bots.all()[0]
  if (!bot) {
    const hint = 'Add a bot to the world file, or omit --token.'
    throw new Problem('bad-option', 'The world does not have a bot for the token.', hint)
  }
  const id = botIdIn(token)
  if (id !== undefined && id !== bot.id) {
    const message = `The token is for the bot ${id}, but the bot ${bot.handle} of this world has the id ${bot.id}.`
    const hint = `Pass a token that begins with ${bot.id}:, or begin a new world: name another file with --db, or pass --memory.`
    throw new Problem('bad-option', message, hint)
  }
  if (bot.token !== token) perform('updateBot', { bot: bot.id, token })
}

/** The bot whose program `start --bot` runs: by default the first one. Creates it if it is missing. */
export function playedBot({ world, perform }: Emulator, handle?: string) {
  const find = () => world.store.bots.all().find((bot) => handle === undefined || bot.handle === handle)
  if (!find()) {
    const name = handle ?? 'bot'
    perform('createBot', { handle: name, first_name: nameFromHandle(name), username: botUsername(name) })
  }
  return find()
}

/** Gives the token to the first bot of the world. The bot then gets the id that the token contains. */
function withToken(world: WorldFile, token: string | undefined): WorldFile {
  const [handle] = Object.keys(world.bots ?? {})
  if (token === undefined || handle === undefined) return world
  return { ...world, bots: { ...world.bots, [handle]: { ...world.bots?.[handle], token } } }
}

/** Creates the world. If an action is refused, the Problem names the world file. */
async function createFirstWorld({ perform }: Emulator, firstWorld: WorldFile, { world }: NewWorldOptions) {
  try {
    await fillWorld(perform, firstWorld)
  } catch (error) {
    if (world === undefined || !(error instanceof Problem)) throw error
    throw new Problem('bad-world', `${world}: ${error.message}`, error.hint, error.details)
  }
}

async function chooseWorld({ world }: NewWorldOptions) {
  if (world === undefined) return DEFAULT_WORLD
  const { readWorldFile } = await import('../settings/read-world-file.ts')
  return readWorldFile(world)
}
