// Checks that docs/reference.md and docs/operations.md are up to date, and that the examples of steps are valid.

import { expect, it } from 'vitest'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import { readScenarioFile } from '../../../src/testing/scenarios/read/read-file.ts'
import { emptyFolder, write } from '../../helpers/program.ts'
import { operationsPage } from './operations-page.ts'
import { referencePage, STEP_EXAMPLES } from './reference-page.ts'

it('docs/reference.md describes every action, view, event, step and command', async () => {
  await expect(await referencePage()).toMatchFileSnapshot('../../../docs/reference.md')
})

it('docs/operations.md describes every operation, limit and refusal', async () => {
  await expect(operationsPage()).toMatchFileSnapshot('../../../docs/operations.md')
})

it('every step has an example', () => {
  const steps = [...loadStepCatalogue().values()].filter(({ action }) => !action)
  expect(Object.keys(STEP_EXAMPLES)).toEqual(steps.map(({ name }) => name))
})

it.each(Object.entries(STEP_EXAMPLES))('the example of %s is valid', (_, example) => {
  const folder = emptyFolder()
  write(folder, 'order.yaml', 'steps: []\n')
  const world = 'world: { users: { alice: {} }, bots: { greeter: {} } }'
  const file = write(folder, 'a.yaml', `${world}\nscenarios:\n  - name: a\n    steps:\n      - ${example}\n`)
  expect(readScenarioFile(file, loadStepCatalogue()).mistakes).toEqual([])
})
