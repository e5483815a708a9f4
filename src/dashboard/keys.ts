// The one key map: which key does what, where. Help and the bottom line are made from it.

import type { CommandName } from './commands/index.ts'
import { topOf } from './state/overlays.ts'
import type { State } from './state/state.ts'

/** Where keys go: a pane, the composer, or what lies on top. */
export type Place =
  | 'anywhere'
  | 'browse'
  | 'chats'
  | 'talk'
  | 'compose'
  | 'keyboard'
  | 'traffic'
  | 'find'
  | 'palette'
  | 'form'
  | 'menu'
  | 'help'
  | 'reading'
  | 'inspector'
  | 'save'
  | 'picture'
  | 'clock'

export interface Binding {
  keys: readonly string[]
  in: readonly Place[]
  does: CommandName
  says: string
  /** Stands in the bottom line, the smaller the earlier; 0 at its end, whatever else has no room. */
  hint?: number
}

/** Places that write: a character there is a character. */
export const WRITING: readonly Place[] = ['compose', 'find', 'palette', 'form', 'save', 'clock']

/** Looked for after the place itself. */
export const ALSO: Readonly<Partial<Record<Place, readonly Place[]>>> = {
  chats: ['browse'],
  talk: ['browse'],
  keyboard: ['browse'],
  traffic: ['browse'],
  help: ['reading'],
  inspector: ['browse'],
}

const bind = (places: string, keys: string, does: CommandName, says: string, hint?: number): Binding => ({
  in: places.split(' ') as Place[],
  keys: keys.split(' '),
  does,
  says,
  ...(hint !== undefined && { hint }),
})

export const KEYS: readonly Binding[] = [
  bind('compose', 'enter', 'send', 'send', 1),
  bind('compose', 'alt-enter ctrl-j', 'newLine', 'new line'),
  bind('compose', 'tab', 'complete', 'complete, or next pane', 2),
  bind('compose', 'up', 'olderOrUp', 'suggestion above, line above, or what was sent before'),
  bind('compose', 'down', 'newerOrDown', 'suggestion below, line below, or what was sent after'),
  bind('compose', 'pgup', 'toMessages', 'go to the messages'),
  bind('compose', 'esc', 'leaveComposer', 'drop the edit or the reply, then go to the messages', 3),
  bind('chats', 'enter right l', 'openChosen', 'open, or become', 1),
  bind('talk', 'enter', 'pressOrOpen', 'press the button, or open', 1),
  bind('talk', 'left h', 'previousButton', 'button to the left'),
  bind('talk', 'right l', 'nextButton', 'button to the right', 2),
  bind('talk', 'b', 'toButtons', 'to the buttons above'),
  bind('talk', 'r', 'reply', 'reply', 3),
  bind('talk', 'e', 'edit', 'edit', 4),
  bind('talk', 'd delete', 'deleteMessage', 'delete', 5),
  bind('talk', 'p', 'pinOrUnpin', 'pin or unpin'),
  bind('talk', 'x', 'personMenu', 'what to do with its author'),
  bind('keyboard', 'enter', 'tap', 'tap', 1),
  bind('keyboard', 'left h', 'keyLeft', 'key to the left'),
  bind('keyboard', 'right l', 'keyRight', 'key to the right'),
  bind('traffic', 'enter', 'unfold', 'unfold the exchange, or fold it', 1),
  bind('traffic', 'o', 'inspect', 'open it whole', 2),
  bind('talk picture', 'o', 'openFile', "the file in this machine's viewer, or the message whole", 2),
  bind('talk picture', 's', 'saveFile', 'save the file', 5),
  bind('talk', 'V', 'showPicture', 'the picture as large as there is room'),
  bind('picture', 'enter', 'close', 'close'),
  bind('traffic', 'b', 'onlyBot', 'this bot only, or all', 10),
  bind('traffic', 'p', 'onlyOperation', 'this operation only, or all', 11),
  bind('traffic', 's', 'onlyStatus', 'this status only, or all', 12),
  bind('traffic', 'v', 'showMessage', 'to the message that the call made'),
  bind('traffic', 'space', 'pause', 'stand still, or go on', 6),
  bind('talk', 'v', 'showCall', 'to the call that made it'),
  bind('browse', '!', 'nextRefusal', 'to the last refusal, then the one before', 14),
  bind('traffic inspector', 'c', 'copyCurl', 'copy as curl', 4),
  bind('traffic inspector', 'x', 'redeliver', 'redeliver to the webhook', 5),
  bind('inspector', 'enter space', 'turn', 'unfold, fold, or say what can be done', 1),
  bind('inspector', 'left h', 'previousView', 'view before'),
  bind('inspector', 'right l', 'nextView', 'next view', 3),
  bind('inspector', 'p', 'replay', 'play the recorded steps again in a copy of the world'),
  bind('inspector', 'e', 'editStep', 'edit the recorded step', 5),
  bind('inspector', 'd delete', 'leaveOutStep', 'leave the recorded step out, or take it back', 6),
  bind('inspector', 'b', 'nextBot', 'next bot', 4),
  bind('inspector', 'o q', 'leaveInspector', 'back to where the keys were'),
  bind('browse', 'esc', 'back', 'drop the filter, or go to the messages', 2),
  bind('browse', 'i w', 'write', 'write', 6),
  bind('browse', 'up k', 'up', 'up'),
  bind('browse', 'down', 'downOrWrite', 'down; below the newest message, write'),
  bind('browse', 'j', 'down', 'down'),
  bind('browse', 'pgup ctrl-b', 'pageUp', 'a page up'),
  bind('browse', 'pgdn ctrl-f', 'pageDown', 'a page down'),
  bind('browse', 'home g', 'toTop', 'to the first'),
  bind('browse', 'end G', 'toBottom', 'to the last'),
  bind('browse', 'tab', 'nextPane', 'next pane', 7),
  bind('browse', 'shift-tab', 'previousPane', 'pane before'),
  bind('compose', 'shift-tab', 'previousPane', 'pane before'),
  bind('browse', '1', 'toChats', 'chats and people'),
  bind('browse', '2', 'toMessages', 'messages'),
  bind('browse', '3', 'toTraffic', 'traffic'),
  bind('browse', ':', 'palette', 'do anything', 8),
  bind('browse', '/', 'find', 'find', 9),
  bind('browse', 'n', 'findNext', 'find again, further up in the messages', 2),
  bind('browse', 'y', 'copy', 'copy the JSON'),
  bind('browse', 'a', 'people', 'choose who I am'),
  bind('browse', 'f', 'sendFile', 'send a file', 10),
  bind('browse', '+', 'newThing', 'new person, bot, group or channel', 16),
  bind('browse', 'm', 'chatMenu', 'what to do in this chat'),
  bind('browse', 'L', 'limits', 'limits', 11),
  bind('browse', 'u', 'queue', 'update queue'),
  bind('browse', 'W', 'webhook', 'webhook'),
  bind('browse', 'F', 'faults', 'armed faults'),
  bind('browse', 'P', 'members', 'members, rights and mutes'),
  bind('browse', 'S', 'snapshots', 'snapshots of the world'),
  bind('browse', '4', 'toInspector', 'inspector'),
  bind('browse', 'z', 'zoom', 'give the pane the whole screen, or take it back'),
  bind('browse', 't', 'time', 'time', 12),
  bind('browse', 'R', 'record', 'record, or stop and save', 13),
  bind('browse', 'T', 'steps', 'recorded steps'),
  bind('browse', 'U [', 'undo', 'undo'),
  bind('browse', ']', 'redo', 'do again'),
  bind('browse', 'M', 'mouse', 'leave the mouse to the terminal, which selects text, or take it back'),
  bind('browse', '?', 'help', 'help', 0),
  bind('browse', 'q', 'leave', 'quit', 15),
  bind('find', 'enter', 'keepFind', 'keep, or open the chat', 1),
  bind('find', 'up', 'up', 'up'),
  bind('find', 'down', 'down', 'down'),
  bind('find', 'esc', 'dropFind', 'back', 2),
  bind('palette menu', 'up ctrl-p', 'overlayUp', 'up'),
  bind('palette menu', 'down ctrl-n', 'overlayDown', 'down'),
  bind('palette menu', 'enter', 'choose', 'choose', 1),
  bind('menu', 'k', 'overlayUp', 'up'),
  bind('menu', 'j', 'overlayDown', 'down'),
  bind('form', 'enter', 'submit', 'next field, or do it', 1),
  bind('form', 'ctrl-s', 'submitNow', 'do it', 2),
  bind('form', 'tab', 'completeField', 'complete, or next field', 4),
  bind('form', 'shift-tab', 'previousField', 'field before'),
  bind('form', 'up', 'fieldUp', 'suggestion or field above'),
  bind('form', 'down', 'fieldDown', 'suggestion or field below'),
  bind('save', 'enter', 'saveRecord', 'save', 1),
  bind('clock', 'enter', 'setTime', 'go there, or do what is chosen', 1),
  bind('clock', 'up', 'overlayUp', 'up'),
  bind('clock', 'down', 'overlayDown', 'down'),
  bind('reading', 'up k', 'overlayUp', 'up'),
  bind('reading', 'down j', 'overlayDown', 'down'),
  bind('reading', 'pgup ctrl-b', 'overlayPageUp', 'a page up'),
  bind('reading', 'pgdn ctrl-f space', 'overlayPageDown', 'a page down', 3),
  bind('help', 'f1 ?', 'close', 'close'),
  bind('reading', 'home g', 'overlayTop', 'to the top'),
  bind('palette form menu save clock picture reading', 'esc', 'close', 'close', 3),
  bind('reading menu picture', 'q', 'close', 'close'),
  bind('reading menu', ':', 'palette', 'do anything'),
  bind('anywhere', 'alt-1', 'toChats', 'chats and people'),
  bind('anywhere', 'alt-2', 'toMessages', 'messages'),
  bind('anywhere', 'alt-3', 'toTraffic', 'traffic'),
  bind('anywhere', 'alt-4', 'toInspector', 'inspector'),
  bind('anywhere', 'ctrl-o', 'palette', 'do anything', 8),
  bind('anywhere', 'f1', 'help', 'help', 0),
  bind('anywhere', 'ctrl-c', 'quit', 'quit'),
  bind('anywhere', 'ctrl-z', 'suspend', 'into the background; fg brings it back'),
  bind('anywhere', 'ctrl-l', 'redraw', 'draw anew'),
]

/** Where the keys go now. */
export function placeOf(state: State): Place {
  const top = topOf(state)
  if (!top) return state.find ? 'find' : state.focus
  return top.kind
}

/** The bindings that hold in a place, its own first. */
export function bindingsIn(place: Place): Binding[] {
  const places = [place, ...(ALSO[place] ?? []), 'anywhere' as const]
  return places.flatMap((one) => KEYS.filter((binding) => binding.in.includes(one)))
}

export function commandFor(place: Place, key: string): CommandName | undefined {
  return bindingsIn(place).find((binding) => binding.keys.includes(key === ' ' ? 'space' : key))?.does
}

const NAMES: Record<string, string> = {
  enter: 'Enter', esc: 'Esc', tab: 'Tab', 'shift-tab': 'Shift-Tab', up: 'Up', down: 'Down', left: 'Left', right: 'Right',
  pgup: 'PgUp', pgdn: 'PgDn', home: 'Home', end: 'End', delete: 'Del', space: 'Space', f1: 'F1', 'alt-enter': 'Alt-Enter',
} // biome-ignore format: a table

export const keyName = (key: string): string =>
  NAMES[key] ??
  key.replace(
    /^(ctrl|alt)-(.)$/,
    (_, held: string, char: string) => `${held === 'ctrl' ? 'Ctrl' : 'Alt'}-${char.toUpperCase()}`,
  )
