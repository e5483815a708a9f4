// Checks that each row of a table in the documentation has as many cells as its heading.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAPERS } from './blocks.ts'

const countCells = (row: string) => row.match(/(?<!\\)\|/g)!.length - 1

it.each([...PAPERS, 'CONTRIBUTING.md'])('%s has whole tables', (paper) => {
  const tables = readFileSync(paper, 'utf8').matchAll(/(?:^\|.*\|$\n?)+/gm)
  const rows = [...tables].flatMap(([table]) => {
    const [heading = '', ...rest] = table.trim().split('\n')
    return rest.filter((row) => countCells(row) !== countCells(heading))
  })
  expect(rows).toEqual([])
})
