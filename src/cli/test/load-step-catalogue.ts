// Loads the step catalogue: all actions, operations and views of the service.

import { catalogue, requireAction } from '../../control/actions/catalogue.ts'
import { paramsByOperation } from '../../control/openapi/bot-paths.ts'
import { VIEWS } from '../../control/views/index.ts'
import { createStepCatalogue } from '../../testing/scenarios/read/checks/step-catalogue.ts'

export const loadStepCatalogue = () =>
  createStepCatalogue({
    actions: catalogue().map((action) => ({ ...action, schema: requireAction(action.name).params })),
    operations: paramsByOperation(),
    views: VIEWS.map(({ path }) => path),
  })
