// A command as Windows starts it: `npm` is `npm.cmd` there, and only its shell runs such a file.

import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

export interface Spawnable {
  file: string
  args: string[]
  /** The words are quoted already. */
  windowsVerbatimArguments?: true
}

export function onWindows(
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  isFile: (path: string) => boolean = existsSync,
): Spawnable {
  const file = foundAs(name, env, isFile)
  if (file === undefined || !/\.(cmd|bat)$/i.test(file)) return { file: file ?? name, args }
  // A shim passes its words on to a program of its own, which reads them once more.
  const line = [escaped(win32.normalize(file)), ...args.map((arg) => escaped(escaped(quoted(arg))))].join(' ')
  const shell = variable(env, 'ComSpec') ?? 'cmd.exe'
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}

/** As the shell looks for it: in the folders of the path, with the usual endings. */
function foundAs(name: string, env: NodeJS.ProcessEnv, isFile: (path: string) => boolean): string | undefined {
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')
  const folders = /[\\/]/.test(name) ? [''] : ['.', ...(variable(env, 'Path') ?? '').split(';').filter(Boolean)]
  const names = [...(win32.extname(name) ? [name] : []), ...endings.map((ending) => name + ending.toLowerCase())]
  return folders.flatMap((folder) => names.map((each) => win32.join(folder, each))).find(isFile)
}

/** Names of variables there have no case. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

/** Backslashes count only before a quotation mark. */
const quoted = (arg: string) => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`

const escaped = (text: string) => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')
