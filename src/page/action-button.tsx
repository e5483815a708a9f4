// A button that performs an action.

import { act } from './state/world.ts'

interface Props {
  text: string
  action: string
  params?: Record<string, unknown>
}

export const ActionButton = ({ text, action, params }: Props) => (
  <button type="button" onClick={() => act(action, params)}>
    {text}
  </button>
)
