// The help, made from the key map.

import { ALSO, KEYS, keyName, type Place } from '../keys.ts'
import { type Line, span } from '../terminal/line.ts'
import { wrap } from '../terminal/text.ts'

const TITLES: Record<Place, string> = {
  anywhere: 'anywhere',
  browse: 'wherever you are not writing',
  chats: 'the list of chats and people',
  talk: 'the conversation',
  compose: 'the composer',
  keyboard: 'the reply keyboard',
  traffic: 'the traffic',
  find: 'finding',
  palette: 'the palette',
  form: 'a form',
  menu: 'a menu',
  reading: 'what lies on top',
  detail: 'something opened',
  bot: 'limits, queue and webhook',
  save: 'saving',
}

const ORDER = ['browse', 'compose', 'chats', 'talk', 'keyboard', 'traffic', 'anywhere'] as Place[]
const REST = (Object.keys(TITLES) as Place[]).filter((place) => !ORDER.includes(place))

export function helpLines(room: number): Line[] {
  return [...ORDER, ...REST].flatMap((place, i): Line[] => {
    const bindings = KEYS.filter((binding) => binding.in.includes(place))
    const also = ALSO[place]?.map((one) => TITLES[one]).join(', ')
    return [
      ...(i > 0 ? [[]] : []),
      [span(TITLES[place], 'strong'), ...(also ? [span(`  (besides the keys for ${also})`, 'dim')] : [])],
      ...bindings.flatMap(({ keys, says }) => {
        const names = keys.map(keyName).join(' ').padEnd(18)
        return wrap(says, room - 21).map(
          (text, n): Line => [span(`  ${n ? ' '.repeat(18) : names} `, 'key'), span(text)],
        )
      }),
    ]
  })
}
