// Where and how the dashboard is shown: what `start` and `dashboard` share, without what takes long to load.

import { type Command, Option } from 'commander'

export interface ScreenOptions {
  ascii?: boolean
  mouse?: boolean
  theme?: 'dark' | 'light' | 'auto'
}

export const withScreen = (command: Command): Command =>
  command
    .option('--ascii', 'a dashboard of plain signs only')
    .option('--no-mouse', 'leaves the mouse to the terminal')
    .addOption(
      new Option('--theme <theme>', 'its colours; auto asks the terminal')
        .choices(['dark', 'light', 'auto'])
        .default('auto'),
    )

/** Whether there is a terminal both to draw on and to be typed at. */
export const canShow = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
