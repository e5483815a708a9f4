// The options of the dashboard, and the options that choose an emulator.

import { type Command, Option } from 'commander'
import { secretFileOption } from './secret-files.ts'

export interface ScreenOptions {
  ascii?: boolean
  mouse?: boolean
  /** Not used any more. */
  theme?: string
}

export const withScreenOptions = (command: Command): Command =>
  command
    .option('--ascii', 'draws with ASCII characters only')
    .option('--no-mouse', 'leaves the mouse to the terminal, so that it can select text')
    .addOption(
      new Option('--theme <theme>', 'not used any more: the dashboard has the colours of the terminal').hideHelp(),
    )

export interface UrlOptions {
  url?: string
  controlToken?: string
}

export const withUrlOptions = (command: Command): Command =>
  command
    .option('--url <url>', "the emulator's address (default: that of this folder, else port 8081)")
    .option('--control-token <token>', 'the control token, if the emulator requires one')
    .addOption(secretFileOption('control-token'))

export const canShowDashboard = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
