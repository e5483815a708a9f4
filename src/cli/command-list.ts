// The list of commands. Only the called command is loaded, because loading is slow.

import { Command } from 'commander'

type ListedCommand = readonly [does: string, load: () => Promise<{ command(): Command }>]

const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  start: ['Starts the emulator.', () => import('./commands/start.ts')],
  dashboard: ['Opens the dashboard on a running emulator.', () => import('./commands/dashboard.ts')],
  open: ['Opens the page of a running emulator in a browser.', () => import('./commands/open.ts')],
  test: ['Plays scenarios against a bot.', () => import('./commands/test.ts')],
  explore: [
    'Tests a bot with random input, and writes each failure as a scenario.',
    () => import('./commands/explore.ts'),
  ],
  exec: ['Runs a command together with an emulator.', () => import('./commands/exec.ts')],
  record: ['Records the actions on a running emulator as a scenario file.', () => import('./commands/record.ts')],
  report: ['Merges the JSON reports of several test runs.', () => import('./commands/report.ts')],
  schema: ['Prints the JSON schema of a scenario file, for editors.', () => import('./commands/schema.ts')],
  do: ['Performs an action on a running emulator.', () => import('./commands/do.ts')],
  chat: ['Shows a conversation as one person sees it.', () => import('./commands/chat.ts')],
  calls: ['Lists the last calls of bots, with the reason for each refusal.', () => import('./commands/calls.ts')],
  updates: [
    'Lists the pending updates of a bot, or of every bot.',
    async () => ({ command: (await import('./commands/bots.ts')).updates }),
  ],
  limits: [
    'Shows how much of each limit a bot, or every bot, has used.',
    async () => ({ command: (await import('./commands/bots.ts')).limits }),
  ],
  ready: ['Checks if an emulator answers: exit code 0 if it does, 3 if not.', () => import('./commands/ready.ts')],
  status: [
    'Shows the running emulators: addresses, worlds, bots, and how each bot gets its updates.',
    () => import('./commands/status.ts'),
  ],
  stop: ['Stops a running emulator.', () => import('./commands/stop.ts')],
  reset: ['Resets the world, or only its messages, pending updates or faults.', () => import('./commands/reset.ts')],
  export: [
    'Exports the whole world to a file: people, chats, messages, files and the clock.',
    () => import('./commands/export.ts'),
  ],
  import: ['Replaces the world of a running emulator with an exported world.', () => import('./commands/import.ts')],
  explain: [
    'Explains an error by its text or by the id of its rule. Works without an emulator.',
    () => import('./commands/explain.ts'),
  ],
  mcp: [
    'Serves tools for coding agents over MCP: they start an emulator, act as its people, and test a bot.',
    () => import('./commands/mcp.ts'),
  ],
  completion: ['Prints a completion script for a shell.', () => import('./commands/completion.ts')],
}

export const allCommands = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map(load))

/** Loads only the command named `word`, except that `help` and `completion` need all commands. */
export async function commandsFor(word = ''): Promise<Command[]> {
  if (word === 'help' || word === 'completion') return allCommands()
  const commands = Object.entries(COMMANDS).map(([name, entry]) =>
    name === word ? load(entry) : new Command(name).description(entry[0]),
  )
  return Promise.all(commands)
}

const load = async ([does, load]: ListedCommand): Promise<Command> => (await load()).command().description(does)
