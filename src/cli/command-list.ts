// Every command: its name, what it does, and where it is. Only the one that is called is loaded, as loading takes most
// of the time that a command needs.

import { Command } from 'commander'

type Entry = readonly [does: string, load: () => Promise<Command>]

const COMMANDS: Readonly<Record<string, Entry>> = {
  start: ['Starts the emulator.', async () => (await import('./commands/start.ts')).startCommand()],
  dashboard: [
    'Opens the dashboard on a running emulator.',
    async () => (await import('./commands/dashboard.ts')).dashboardCommand(),
  ],
  test: ['Plays scenarios against a bot.', async () => (await import('./commands/test.ts')).testCommand()],
  exec: ['Runs a command with an emulator around it.', async () => (await import('./commands/exec.ts')).execCommand()],
  record: [
    'Writes down what is played on a running emulator, until it is stopped.',
    async () => (await import('./commands/record.ts')).recordCommand(),
  ],
  report: [
    'Makes one report of those of several runs.',
    async () => (await import('./commands/report.ts')).reportCommand(),
  ],
  schema: [
    'Prints the JSON schema of a scenario file, for editors.',
    async () => (await import('./commands/schema.ts')).schemaCommand(),
  ],
  do: ['Performs an action on a running emulator.', async () => (await import('./commands/do.ts')).doCommand()],
  chat: [
    'Shows a conversation as one of its people sees it.',
    async () => (await import('./commands/chat.ts')).chatCommand(),
  ],
  calls: [
    'Shows the last calls of bots, with why each refused one was refused.',
    async () => (await import('./commands/calls.ts')).callsCommand(),
  ],
  updates: [
    "Shows what waits in a bot's queue, or in the queue of every bot.",
    async () => (await import('./commands/updates.ts')).updatesCommand(),
  ],
  limits: [
    'Shows how much of each limit a bot, or every bot, has used.',
    async () => (await import('./commands/limits.ts')).limitsCommand(),
  ],
  ready: [
    'Tells whether an emulator answers: exit code 0, or 3.',
    async () => (await import('./commands/ready.ts')).readyCommand(),
  ],
  status: [
    'Shows which emulators run: their addresses, worlds and bots, and who of these polls.',
    async () => (await import('./commands/status.ts')).statusCommand(),
  ],
  stop: ['Ends a running emulator in order.', async () => (await import('./commands/stop.ts')).stopCommand()],
  reset: [
    'Empties the world, or takes away messages, queues or faults.',
    async () => (await import('./commands/reset.ts')).resetCommand(),
  ],
  export: [
    'Writes the whole world into one file: people, chats, messages, files, clock.',
    async () => (await import('./commands/export.ts')).exportCommand(),
  ],
  import: [
    'Puts an exported world in place of the running one.',
    async () => (await import('./commands/import.ts')).importCommand(),
  ],
  explain: [
    'Tells every cause of an error, by its text or the id of a rule. Needs no emulator.',
    async () => (await import('./commands/explain.ts')).explainCommand(),
  ],
  mcp: [
    'Lets a coding agent look at a running emulator and play its people, over MCP.',
    async () => (await import('./commands/mcp.ts')).mcpCommand(),
  ],
  completion: [
    'Prints what makes a shell complete the command line.',
    async () => (await import('./commands/completion.ts')).completionCommand(),
  ],
}

export const allCommands = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map(load))

/** Those that have to be known when the command line begins with this word: one that is not called is only listed. */
export async function commandsFor(word = ''): Promise<Command[]> {
  if (word === 'help' || word === 'completion') return allCommands()
  const commands = Object.entries(COMMANDS).map(([name, entry]) =>
    name === word ? load(entry) : new Command(name).description(entry[0]),
  )
  return Promise.all(commands)
}

const load = async ([does, load]: Entry): Promise<Command> => (await load()).description(does)
