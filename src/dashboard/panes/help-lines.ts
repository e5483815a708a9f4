// The help, made from the commands.

import { ALSO, keyName, PLACES, type Place } from '../commands/command.ts'
import { commandsOf } from '../commands/index.ts'
import { wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf } from '../text/line.ts'

const KEY_CELLS = 18

export function helpLines(room: number): Line[] {
  return (Object.keys(PLACES) as Place[]).flatMap((place, i): Line[] => {
    const also = ALSO[place]?.map((one) => PLACES[one]).join(', ')
    return [
      ...(i > 0 ? [BLANK] : []),
      lineOf([PLACES[place], 'strong'], [also ? `  (besides the keys for ${also})` : '', 'dim']),
      ...commandsOf(place).flatMap(({ keys, command }) => {
        const names = keys.map(keyName).join(' ').padEnd(KEY_CELLS)
        return wrap(command.says, room - KEY_CELLS - 3).map((line, n) =>
          lineOf([`  ${n ? ' '.repeat(KEY_CELLS) : names} `, 'key'], [line]),
        )
      }),
    ]
  })
}
