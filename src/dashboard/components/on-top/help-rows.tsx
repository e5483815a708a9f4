// The help, made from the key map.

import type { ReactNode } from 'react'
import { ALSO, KEYS, keyName, type Place } from '../../keys.ts'
import { wrap } from '../../text/cells.ts'
import { BLANK_ROW, Row, Words } from '../frame/words.tsx'

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
  help: 'this help',
  reading: 'what lies on top',
  inspector: 'the inspector',
  save: 'saving',
  picture: 'a picture',
  clock: 'the clock',
}

const ORDER = ['browse', 'compose', 'chats', 'talk', 'keyboard', 'traffic', 'inspector', 'anywhere'] as Place[]
const REST = (Object.keys(TITLES) as Place[]).filter((place) => !ORDER.includes(place))
const KEY_CELLS = 18

export function helpRows(room: number): ReactNode[] {
  return [...ORDER, ...REST].flatMap((place, i): ReactNode[] => {
    const bindings = KEYS.filter((binding) => binding.in.includes(place))
    const also = ALSO[place]?.map((one) => TITLES[one]).join(', ')
    return [
      ...(i > 0 ? [BLANK_ROW] : []),
      <Row key={place}>
        <Words as="strong">{TITLES[place]}</Words>
        {also && <Words as="dim">{`  (besides the keys for ${also})`}</Words>}
      </Row>,
      ...bindings.flatMap(({ keys, says }) => {
        const names = keys.map(keyName).join(' ').padEnd(KEY_CELLS)
        return wrap(says, room - KEY_CELLS - 3).map((line, n) => (
          <Row key={`${names} ${line}`}>
            <Words as="key">{`  ${n ? ' '.repeat(KEY_CELLS) : names} `}</Words>
            <Words>{line}</Words>
          </Row>
        ))
      }),
    ]
  })
}
