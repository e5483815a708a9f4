// The dashboard's options for `start` and `dashboard`, in a module that loads fast.

import { type Command, Option } from 'commander'

export interface ScreenOptions {
  ascii?: boolean
  mouse?: boolean
  theme?: 'dark' | 'light' | 'auto'
}

export const withScreenOptions = (command: Command): Command =>
  command
    .option('--ascii', 'draws the dashboard with ASCII characters only')
    .option('--no-mouse', 'does not use the mouse, so that the terminal can select text')
    .addOption(
      new Option('--theme <theme>', 'the colours of the dashboard; auto asks the terminal')
        .choices(['dark', 'light', 'auto'])
        .default('auto'),
    )

export const canShowDashboard = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
