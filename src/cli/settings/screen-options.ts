// The dashboard's options, shared by `start` and `dashboard`. Imports nothing slow.

import { type Command, Option } from 'commander'

export interface ScreenOptions {
  ascii?: boolean
  mouse?: boolean
  theme?: 'dark' | 'light' | 'auto'
}

export const withScreenOptions = (command: Command): Command =>
  command
    .option('--ascii', 'a dashboard of plain signs only')
    .option('--no-mouse', 'leaves the mouse to the terminal')
    .addOption(
      new Option('--theme <theme>', 'its colours; auto asks the terminal')
        .choices(['dark', 'light', 'auto'])
        .default('auto'),
    )

export const canShowDashboard = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
