// The options of the dashboard, and the options that choose an emulator.

import { type Command, Option } from 'commander'
import { secretFileOption } from './secret-files.ts'

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

export interface UrlOptions {
  url?: string
  controlToken?: string
}

export const withUrlOptions = (command: Command): Command =>
  command
    .option(
      '--url <url>',
      'the address of the emulator (default: the emulator started in this folder, or http://127.0.0.1:8081)',
    )
    .option('--control-token <token>', 'the control token, if the emulator requires one')
    .addOption(secretFileOption('control-token'))

export const canShowDashboard = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
