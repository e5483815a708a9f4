// A text being written, with the cursor in it.

import type { Input } from '../../forms/input.ts'
import { useSigns, Words } from './words.tsx'

export function TextInput({ input: { text, at } }: { input: Input }) {
  const { cursor } = useSigns()
  return (
    <>
      <Words>{text.slice(0, at)}</Words>
      <Words as="strong">{cursor}</Words>
      <Words>{text.slice(at)}</Words>
    </>
  )
}
