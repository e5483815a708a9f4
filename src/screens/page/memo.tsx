// A part of the page that is drawn again only if its inputs change.

import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'

export const Memo = ({ inputs, draw }: { inputs: readonly unknown[]; draw(): VNode }) => useMemo(draw, inputs)
