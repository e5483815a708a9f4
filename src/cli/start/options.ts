// The options of `start`.

import { PROGRAM_OPTIONS } from '../settings/bot-options.ts'
import { group, type OptionsOf, option, usually } from '../settings/option.ts'
import { appendValue, parseBotCommand, parsePort } from '../settings/option-values.ts'
import { SCREEN_OPTIONS } from '../settings/screen-options.ts'
import { secretFileOption } from '../settings/secret-files.ts'
import { SERVICE_OPTIONS } from '../settings/service-options.ts'

export const START_OPTIONS = [
  ...group('Bot:', [
    option('--bot <program>', 'the command that starts the bot; starts it again after a crash', parseBotCommand),
    option('--watch <files>', 'restarts the bot when one of these files changes; repeatable', appendValue),
    option('--bot-name <handle>', 'runs your program as this bot (default: the first)'),
    option('--token <token>', 'the token of the first bot'),
    secretFileOption('token'),
    ...PROGRAM_OPTIONS,
  ]),
  ...group('World:', [
    option('--world <file>', 'a YAML or JSON file with the people, bots and chats of a new world'),
    option('--memory', 'keeps the world in memory, without a file'),
    usually(option('--db <file>', 'the database of the world'), '.bot-emulator/world.sqlite'),
    option('--durable', 'writes each change to the disk at once, against power failures'),
  ]),
  ...group('Dashboard:', [
    option('--headless', 'prints plain lines instead of opening the dashboard'),
    ...SCREEN_OPTIONS,
  ]),
  ...group('Server:', [
    usually(option('--port <port>', 'the port; 0 selects a free one', parsePort), 8081),
    usually(option('--host <host>', 'the address to listen on'), '127.0.0.1'),
    option('--control-token <token>', 'what the control API requires from other machines'),
    secretFileOption('control-token'),
    option('--log <file>', 'appends each call and delivery to this file, as lines of JSON'),
    option('--json', 'prints lines of JSON'),
  ]),
  ...SERVICE_OPTIONS,
] as const
export type StartOptions = OptionsOf<typeof START_OPTIONS>
