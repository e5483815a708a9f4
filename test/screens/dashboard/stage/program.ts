// The dashboard as a program in a terminal of its own.

import { resolve } from 'node:path'
import { emptyFolder } from '../../../helpers/program.ts'
import { type Pane, pane } from './tmux.ts'

export const PROGRAM = `'${process.execPath}' '${resolve('bin/bot-emulator.js')}'`
export const TOKEN = '42:a-token-for-this-test-only'

export interface Opened {
  screen: Pane
  url: string
  folder: string
}

export async function dashboard(
  columns: number,
  rows: number,
  args = '',
  env: Record<string, string> = {},
): Promise<Opened> {
  const folder = emptyFolder()
  const command = `cd ${folder} && ${PROGRAM} start --port 0 --token ${TOKEN} ${args}; echo "ended with $?"`
  const screen = await pane(columns, rows, command, env)
  const header = await screen.until(/127\.0\.0\.1:\d+/)
  await screen.until('Enter starts the bot')
  return { screen, folder, url: `http://${/127\.0\.0\.1:\d+/.exec(header)![0]}` }
}
