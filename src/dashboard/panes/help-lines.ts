// The help, made from the key map.

import { ALSO, KEYS, keyName, type Place } from '../keys.ts'
import { wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf } from '../text/line.ts'

const TITLES: Record<Place, string> = {
  browse: 'wherever you are not writing',
  compose: 'the composer',
  chats: 'the list of chats and people',
  talk: 'the conversation',
  keyboard: 'the reply keyboard',
  traffic: 'the traffic',
  inspector: 'the inspector',
  anywhere: 'anywhere',
  find: 'finding',
  palette: 'the palette',
  form: 'a form',
  menu: 'a menu',
  help: 'this help',
  reading: 'what lies on top',
  save: 'saving',
  picture: 'a picture',
  clock: 'the clock',
}

const KEY_CELLS = 18

export function helpLines(room: number): Line[] {
  return (Object.keys(TITLES) as Place[]).flatMap((place, i): Line[] => {
    const bindings = KEYS.filter((binding) => binding.in.includes(place))
    const also = ALSO[place]?.map((one) => TITLES[one]).join(', ')
    return [
      ...(i > 0 ? [BLANK] : []),
      lineOf([TITLES[place], 'strong'], [also ? `  (besides the keys for ${also})` : '', 'dim']),
      ...bindings.flatMap(({ keys, says }) => {
        const names = keys.map(keyName).join(' ').padEnd(KEY_CELLS)
        return wrap(says, room - KEY_CELLS - 3).map((line, n) =>
          lineOf([`  ${n ? ' '.repeat(KEY_CELLS) : names} `, 'key'], [line]),
        )
      }),
    ]
  })
}
