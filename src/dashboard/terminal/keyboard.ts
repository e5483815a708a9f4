// What came from the keyboard: the bytes of a terminal as named keys and pasted text.

export interface Stroke {
  /** 'enter', 'up', 'ctrl-c', 'alt-enter', or the character itself. */
  key: string
  /** What it writes, if anything. */
  text?: string
}

const ESC = '\u001b'
const PASTE_BEGINS = `${ESC}[200~`
const PASTE_ENDS = `${ESC}[201~`

const SEQUENCES: Record<string, string> = {
  '[A': 'up', '[B': 'down', '[C': 'right', '[D': 'left', '[H': 'home', '[F': 'end', '[Z': 'shift-tab',
  OP: 'f1', '[11~': 'f1', OA: 'up', OB: 'down', OC: 'right', OD: 'left', OH: 'home', OF: 'end',
  '[1~': 'home', '[7~': 'home', '[4~': 'end', '[8~': 'end', '[3~': 'delete', '[5~': 'pgup', '[6~': 'pgdn',
  '[1;5C': 'ctrl-right', '[1;5D': 'ctrl-left', '[1;3C': 'ctrl-right', '[1;3D': 'ctrl-left',
  '[13;2u': 'alt-enter', '[27;2;13~': 'alt-enter', '\r': 'alt-enter', '\n': 'alt-enter',
  b: 'ctrl-left', f: 'ctrl-right', '\u007f': 'ctrl-w',
} // biome-ignore format: a table

const CONTROLS: Record<string, string> = {
  '\r': 'enter',
  '\n': 'ctrl-j',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
}

const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|O[A-Z]|[\s\S])/
const INCOMPLETE = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/
const CONTROL = /[\u0000-\u001f\u007f]/

/** Text of several lines that came at once was pasted, even where the terminal does not say so. */
const BURST = /^[^\u001b\u0000-\u0008\u000b\u000c\u000e-\u001f]*[\r\n][^\u001b]*[^\r\n\u001b][^\u001b]*$/

export interface Keyboard {
  push(chunk: string): Stroke[]
  /** A lone Escape, once nothing has followed it. */
  flush(): Stroke[]
  /** Whether what has come may be the beginning of something longer. */
  waits(): boolean
}

export function createKeyboard(): Keyboard {
  let rest = ''
  let pasted: string | undefined

  function push(chunk: string): Stroke[] {
    const input = rest + chunk
    rest = ''
    if (pasted === undefined && !input.includes(ESC) && BURST.test(input) && input.length > 1) return [paste(input)]
    return read(input)
  }

  function read(input: string): Stroke[] {
    const strokes: Stroke[] = []
    let left = input
    while (left !== '') {
      if (pasted !== undefined) {
        const end = left.indexOf(PASTE_ENDS)
        if (end < 0) {
          const kept = PASTE_ENDS.length - 1
          pasted += left.slice(0, Math.max(0, left.length - kept))
          rest = left.slice(Math.max(0, left.length - kept))
          return strokes
        }
        strokes.push(paste(pasted + left.slice(0, end)))
        pasted = undefined
        left = left.slice(end + PASTE_ENDS.length)
      } else if (left.startsWith(PASTE_BEGINS)) {
        pasted = ''
        left = left.slice(PASTE_BEGINS.length)
      } else if (INCOMPLETE.test(left)) {
        rest = left
        return strokes
      } else {
        const [stroke, length] = first(left)
        if (stroke) strokes.push(stroke)
        left = left.slice(length)
      }
    }
    return strokes
  }

  return {
    push,
    waits: () => rest !== '' && pasted === undefined,
    flush() {
      if (pasted !== undefined || rest === '') return []
      const [, ...after] = rest
      rest = ''
      return [{ key: 'esc' }, ...after.map((char) => ({ key: char, text: char }))]
    },
  }
}

function first(input: string): [Stroke | undefined, number] {
  const char = String.fromCodePoint(input.codePointAt(0)!)
  if (char === ESC) {
    if (input[1] === ESC) return [{ key: 'esc' }, 1]
    const [sequence] = SEQUENCE.exec(input.slice(1))!
    const key = SEQUENCES[sequence] ?? (/^\d$/.test(sequence) ? `alt-${sequence}` : undefined)
    // Escape and a key after it, from somebody quick.
    if (key === undefined && sequence.length === 1) return [{ key: 'esc' }, 1]
    return [key === undefined ? undefined : { key }, 1 + sequence.length]
  }
  if (CONTROLS[char]) return [{ key: CONTROLS[char] }, 1]
  if (CONTROL.test(char)) return [{ key: `ctrl-${String.fromCharCode(char.charCodeAt(0) + 96)}` }, 1]
  return [{ key: char, text: char }, char.length]
}

const paste = (text: string): Stroke => ({ key: 'paste', text: text.replace(/\r\n?/g, '\n') })
