// Which scenario files a pattern, a folder or a name means.

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findTestFiles } from '../../src/cli/test/choose-scenarios.ts'
import { emptyFolder, write } from '../helpers/program.ts'

function filesOf(patterns: string[]) {
  const found = findTestFiles(patterns)
  const files = (isNamed: boolean) => found.filter((each) => each.isNamed === isNamed).map(({ file }) => file)
  return { named: files(true), matched: files(false) }
}

function within(...files: string[]): string {
  const folder = emptyFolder()
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    write(folder, file, '')
  }
  return folder
}

it('finds the scenarios of the usual folder, and ignores installed and built files', () => {
  within('scenarios/a.yaml', 'scenarios/deep/b.yml', 'scenarios/c.json', 'scenarios/node_modules/x.yaml', 'other.yaml')
  expect(filesOf([])).toEqual({
    named: [],
    matched: ['scenarios/a.yaml', 'scenarios/c.json', 'scenarios/deep/b.yml'],
  })
})

it('accepts a comma in a name', () => {
  within('a,b.yaml', 'azzz.yaml', 'bzzz.yaml')
  expect(filesOf(['a,b*.yaml'])).toEqual({ named: [], matched: ['a,b.yaml'] })
  expect(filesOf(['{a,b}z*.yaml'])).toEqual({ named: [], matched: ['azzz.yaml', 'bzzz.yaml'] })
})

it('returns each file once, even if several patterns match it', () => {
  const folder = within('scenarios/a.yaml', 'scenarios/b.yaml')
  const named = ['./scenarios/a.yaml', 'scenarios/a.yaml']
  expect(filesOf([...named, 'scenarios/*.yaml', 'scenarios', join(folder, 'scenarios')])).toEqual({
    named: ['./scenarios/a.yaml'],
    matched: ['scenarios/b.yaml'],
  })
})

it('ends if a link leads back', () => {
  const folder = within('scenarios/a.yaml')
  symlinkSync(folder, join(folder, 'scenarios/loop'))
  expect(filesOf(['scenarios']).matched).toContain('scenarios/a.yaml')
})

it('names a file once, whether by its name or by a pattern', () => {
  within('x/a.yaml', 'x/b.yaml')
  expect(filesOf(['x/a.yaml', 'x'])).toEqual({ named: ['x/a.yaml'], matched: ['x/b.yaml'] })
})

it.each(['nowhere', 'no*.yaml'])('reports that no file matches %s', (pattern) => {
  within()
  expect(() => filesOf([pattern])).toThrow(expect.objectContaining({ code: 'bad-option' }))
})
