// How the dashboard is to look, by flags that `start` and `dashboard` share.

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
