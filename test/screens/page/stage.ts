// Alice, who has usually started the bot Greeter, and Bob.

import { world } from '../../helpers/service.ts'

export async function stage(isStarted = true) {
  const { s, people, bots } = await world({
    people: [
      { first_name: 'Alice', handle: 'alice' },
      { first_name: 'Bob', handle: 'bob' },
    ],
    bots: [{ handle: 'greeter' }],
    started: isStarted ? [['alice', 'greeter']] : [],
  })
  return { s, alice: people[0]!, greeter: bots[0]! }
}
