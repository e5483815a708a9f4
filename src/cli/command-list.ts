// The list of commands. Only the called command is loaded, because loading is slow.

import { Command } from 'commander'
import { commandOf, type Definition } from './command.ts'

type ListedCommand = readonly [does: string, load: () => Promise<{ command: Definition }>]

const GROUPS: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  Run: {
    start: ['Starts the emulator, and opens the dashboard in a terminal.', () => import('./commands/start.ts')],
    exec: ['Runs a command together with an emulator.', () => import('./commands/exec.ts')],
    status: [
      'Shows the running emulators, their bots, and how each bot gets updates.',
      () => import('./commands/status.ts'),
    ],
    stop: ['Stops a running emulator.', () => import('./commands/stop.ts')],
    ready: ['Checks if an emulator answers.', () => import('./commands/ready.ts')],
    reset: ['Resets the world, or only its messages, pending updates or faults.', () => import('./commands/reset.ts')],
    export: [
      'Exports the world to a file: people, chats, messages, files, the clock.',
      () => import('./commands/export.ts'),
    ],
    import: ['Replaces the world of a running emulator with an exported world.', () => import('./commands/import.ts')],
  },
  Play: {
    dashboard: ['Opens the dashboard on a running emulator.', () => import('./commands/dashboard.ts')],
    open: ['Opens the page of a running emulator in a browser.', () => import('./commands/open.ts')],
    do: ['Performs an action on a running emulator.', () => import('./commands/do.ts')],
    chat: ['Shows a conversation as one person sees it.', () => import('./commands/chat.ts')],
    record: ['Records the actions on a running emulator as a scenario file.', () => import('./commands/record.ts')],
  },
  Test: {
    test: ['Plays scenarios against a bot.', () => import('./commands/test.ts')],
    explore: [
      'Lets simulated people look for failures, and writes each as a scenario.',
      () => import('./commands/explore.ts'),
    ],
    compare: ['Compares what people see of two versions of a bot.', () => import('./commands/compare.ts')],
    report: ['Merges the JSON reports of several test runs.', () => import('./commands/report.ts')],
    schema: ['Prints the JSON schema of a scenario file, for editors.', () => import('./commands/schema.ts')],
  },
  Inspect: {
    calls: ['Lists the last calls of bots, with the reason for each refusal.', () => import('./commands/calls.ts')],
    updates: [
      'Lists the pending updates of bots.',
      async () => ({ command: (await import('./commands/bots.ts')).updates }),
    ],
    limits: [
      'Shows how much of each limit bots have used.',
      async () => ({ command: (await import('./commands/bots.ts')).limits }),
    ],
    explain: ['Explains an error by its text or by the id of its rule.', () => import('./commands/explain.ts')],
  },
  Tools: {
    mcp: ['Serves tools for coding agents over MCP.', () => import('./commands/mcp.ts')],
    completion: ['Prints a completion script for a shell.', () => import('./commands/completion.ts')],
  },
}

const COMMANDS = Object.entries(GROUPS).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ name, group: `${group}:`, entry })),
)

export const allCommands = (): Promise<Command[]> => Promise.all(COMMANDS.map(load))

/** Loads only the command named `word`, except that `help` and `completion` need all commands. */
export async function commandsFor(word = ''): Promise<Command[]> {
  if (word === 'help' || word === 'completion') return allCommands()
  return Promise.all(COMMANDS.map((listed) => (listed.name === word ? load(listed) : nameOnly(listed))))
}

type InGroup = (typeof COMMANDS)[number]

const nameOnly = ({ name, group, entry: [does] }: InGroup) => new Command(name).description(does).helpGroup(group)

const load = async ({ name, group, entry: [does, load] }: InGroup): Promise<Command> =>
  commandOf(name, (await load()).command)
    .description(does)
    .helpGroup(group)
