// The options of the dashboard, and the options that choose an emulator.

import { type OptionsOf, option } from './option.ts'
import { secretFileOption } from './secret-files.ts'

export const SCREEN_OPTIONS = [
  option('--ascii', 'draws with ASCII characters only'),
  option('--no-mouse', 'leaves the mouse to the terminal, so that it can select text'),
  option('--theme <theme>', 'not used any more: the dashboard has the colours of the terminal').hideHelp(),
] as const
export type ScreenOptions = Partial<OptionsOf<typeof SCREEN_OPTIONS>>

export const URL_OPTIONS = [
  option('--url <url>', "the emulator's address (default: that of this folder, else port 8081)"),
  option('--control-token <token>', 'the control token, if the emulator requires one'),
  secretFileOption('control-token'),
] as const

export const canShowDashboard = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
