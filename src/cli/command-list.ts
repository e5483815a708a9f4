// The list of commands. Only the called command is loaded, because loading is slow.

import { Command } from 'commander'

type Entry = readonly [does: string, load: () => Promise<{ command(): Command }>]

const COMMANDS: Readonly<Record<string, Entry>> = {
  start: ['Starts the emulator.', () => import('./commands/start.ts')],
  dashboard: ['Opens the dashboard on a running emulator.', () => import('./commands/dashboard.ts')],
  test: ['Plays scenarios against a bot.', () => import('./commands/test.ts')],
  explore: [
    'Plays a bot by itself, and writes the failures that it finds as scenarios.',
    () => import('./commands/explore.ts'),
  ],
  exec: ['Runs a command with an emulator around it.', () => import('./commands/exec.ts')],
  record: [
    'Writes down what is played on a running emulator, until it is stopped.',
    () => import('./commands/record.ts'),
  ],
  report: ['Makes one report of those of several runs.', () => import('./commands/report.ts')],
  schema: ['Prints the JSON schema of a scenario file, for editors.', () => import('./commands/schema.ts')],
  do: ['Performs an action on a running emulator.', () => import('./commands/do.ts')],
  chat: ['Shows a conversation as one of its people sees it.', () => import('./commands/chat.ts')],
  calls: ['Shows the last calls of bots, with why each refused one was refused.', () => import('./commands/calls.ts')],
  updates: [
    "Shows what waits in a bot's queue, or in the queue of every bot.",
    async () => ({ command: (await import('./commands/bots.ts')).updates }),
  ],
  limits: [
    'Shows how much of each limit a bot, or every bot, has used.',
    async () => ({ command: (await import('./commands/bots.ts')).limits }),
  ],
  ready: ['Tells whether an emulator answers: exit code 0, or 3.', () => import('./commands/ready.ts')],
  status: [
    'Shows which emulators run: their addresses, worlds and bots, and who of these polls.',
    () => import('./commands/status.ts'),
  ],
  stop: ['Ends a running emulator in order.', () => import('./commands/stop.ts')],
  reset: ['Empties the world, or takes away messages, queues or faults.', () => import('./commands/reset.ts')],
  export: [
    'Writes the whole world into one file: people, chats, messages, files, clock.',
    () => import('./commands/export.ts'),
  ],
  import: ['Puts an exported world in place of the running one.', () => import('./commands/import.ts')],
  explain: [
    'Tells every cause of an error, by its text or the id of a rule. Needs no emulator.',
    () => import('./commands/explain.ts'),
  ],
  mcp: [
    'Lets a coding agent look at a running emulator and play its people, over MCP.',
    () => import('./commands/mcp.ts'),
  ],
  completion: ['Prints what makes a shell complete the command line.', () => import('./commands/completion.ts')],
}

export const allCommands = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map(load))

/** Returns all commands for the help. Only the command named `word` is loaded, unless its output needs all of them. */
export async function commandsFor(word = ''): Promise<Command[]> {
  if (word === 'help' || word === 'completion') return allCommands()
  const commands = Object.entries(COMMANDS).map(([name, entry]) =>
    name === word ? load(entry) : new Command(name).description(entry[0]),
  )
  return Promise.all(commands)
}

const load = async ([does, load]: Entry): Promise<Command> => (await load()).command().description(does)
