// Which scenario files a pattern, a folder or a name means.

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findTestFiles } from '../../src/cli/test/choose-scenarios.ts'
import { emptyFolder, write } from '../helpers/program.ts'

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
  expect(findTestFiles([])).toEqual({
    named: [],
    matched: ['scenarios/a.yaml', 'scenarios/c.json', 'scenarios/deep/b.yml'],
  })
})

it('accepts a comma in a name', () => {
  within('a,b.yaml', 'azzz.yaml', 'bzzz.yaml')
  expect(findTestFiles(['a,b*.yaml'])).toEqual({ named: [], matched: ['a,b.yaml'] })
  expect(findTestFiles(['{a,b}z*.yaml'])).toEqual({ named: [], matched: ['azzz.yaml', 'bzzz.yaml'] })
})

it('returns each file once, even if several patterns match it', () => {
  const folder = within('scenarios/a.yaml', 'scenarios/b.yaml')
  const named = ['./scenarios/a.yaml', 'scenarios/a.yaml']
  expect(findTestFiles([...named, 'scenarios/*.yaml', 'scenarios', join(folder, 'scenarios')])).toEqual({
    named: ['./scenarios/a.yaml'],
    matched: ['scenarios/b.yaml'],
  })
})

it('ends if a link leads back', () => {
  const folder = within('scenarios/a.yaml')
  symlinkSync(folder, join(folder, 'scenarios/loop'))
  expect(findTestFiles(['scenarios']).matched).toContain('scenarios/a.yaml')
})

it('names a file once, whether by its name or by a pattern', () => {
  within('x/a.yaml', 'x/b.yaml')
  expect(findTestFiles(['x/a.yaml', 'x'])).toEqual({ named: ['x/a.yaml'], matched: ['x/b.yaml'] })
})

it.each(['nowhere', 'no*.yaml'])('reports that no file matches %s', (pattern) => {
  within()
  expect(() => findTestFiles([pattern])).toThrow(expect.objectContaining({ code: 'bad-option' }))
})
