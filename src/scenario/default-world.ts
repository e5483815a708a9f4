// The world of a first start: somebody to talk to at once.

import type { WorldFile } from './world-file.ts'

export const DEFAULT_WORLD: WorldFile = {
  users: {
    alice: { first_name: 'Alice', username: 'alice', language_code: 'en' },
    bob: { first_name: 'Bob', language_code: 'en' },
    carol: { first_name: 'Carol', last_name: 'Jones', language_code: 'de' },
  },
  bots: { greeter: { first_name: 'Greeter', username: 'greeter_bot', owner: 'alice' } },
  groups: { team: { title: 'Team', owner: 'alice', members: ['bob', 'carol', 'greeter'] } },
  channels: {
    news: { title: 'News', username: 'news', owner: 'alice', subscribers: ['bob', 'carol'], comments: true },
  },
}
