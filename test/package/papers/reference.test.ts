// Checks that the generated pages are up to date, and that the examples of steps are valid.

import { expect, it } from 'vitest'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import { readScenarioFile } from '../../../src/testing/scenarios/read/read-file.ts'
import { emptyFolder, write } from '../../helpers/program.ts'
import { actionsPage, viewsPage } from './actions-page.ts'
import { commandsPage } from './commands-page.ts'
import { operationsPage } from './operations-page.ts'
import { STEP_EXAMPLES, stepsPage } from './steps-page.ts'

it.each([
  ['operations', operationsPage],
  ['actions', actionsPage],
  ['views', viewsPage],
  ['steps', stepsPage],
  ['commands', commandsPage],
])('docs/%s.md is up to date', async (name, write) => {
  await expect(await write()).toMatchFileSnapshot(`../../../docs/${name}.md`)
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
