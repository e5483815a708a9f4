// Loads the step catalogue: all actions, operations and views of the service.

import { catalogue } from '../../control-api/actions/catalogue.ts'
import { requireAction } from '../../control-api/actions/find-action.ts'
import { VIEWS } from '../../control-api/views/index.ts'
import { paramsByOperation } from '../../openapi/bot-paths.ts'
import { createStepCatalogue } from '../../scenario/read/checks/step-catalogue.ts'

export const loadStepCatalogue = () =>
  createStepCatalogue({
    actions: catalogue().map((action) => ({ ...action, schema: requireAction(action.name).params })),
    operations: paramsByOperation(),
    views: VIEWS.map(({ path }) => path),
  })
